import { useState } from 'react'
import type { callStaff } from '#shared/contracts/calls.ts'
import type { CallKind } from '#shared/domain/table-calls.ts'
import { callApi } from '../../lib/api/api.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ownCalls } from './own-calls-store.ts'

const callEndpoint: BareEndpoint<typeof callStaff> = {
  method: 'POST',
  path: '/api/tables/:id/calls',
  status: 201,
  repeatStatus: 200,
}

/** Without a response in this time, the guest is asked to try again; the call may be open nevertheless. */
const CALL_TIMEOUT_MS = 15_000

/** What a phone at a table asks for. */
export interface Wish {
  kind: CallKind
  method?: 'cash' | 'card'
}

/** Calls somebody to a table. Repeating it is safe: the table has one open call of each kind. */
export function useCall({ id: tableId, key }: { id: number; key: string | null }) {
  const [pending, setPending] = useState<Wish | null>(null)
  const [failure, setFailure] = useState<{ kind: CallKind; message: string } | null>(null)

  async function call(wish: Wish): Promise<void> {
    if (pending) return
    setPending(wish)
    setFailure(null)
    try {
      const body = { ...wish, ...(key !== null && { tableKey: key }) }
      const { id, callToken, kind, status } = await callApi(callEndpoint, {
        params: { id: String(tableId) },
        body,
        timeout: CALL_TIMEOUT_MS,
      })
      ownCalls.add({ id, token: callToken, tableId, kind, status })
    } catch (error) {
      setFailure({ kind: wish.kind, message: errorMessage(error) })
    } finally {
      setPending(null)
    }
  }

  return { call, pending, failure }
}
