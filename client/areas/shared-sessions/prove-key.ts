import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { tableStore } from './table-store.ts'

/** The session and the key that were sent last: a key that proved nothing is not sent again. */
let lastSent: string | undefined

/**
 * Sends the key of this page's address for a seat whose guest must prove it, because the code was scanned again
 * (docs/product/tables.md#tables-proof). The server responds with a SESSION_INFO.
 */
export async function proveTableKey(): Promise<void> {
  const { seat, tableKey } = tableStore.getState()
  if (!seat || tableKey === null) return
  const proof = `${seat.sessionId} ${tableKey}`
  if (proof === lastSent) return
  lastSent = proof
  try {
    await sendChange(joinSession, { body: { tableId: seat.tableId, name: seat.name, tableKey } })
  } catch (error) {
    // The cart still says that the code must be scanned, and the next SESSION_INFO tries again.
    if (lastSent === proof) lastSent = undefined
    logProblem('The table key could not be sent:', error)
  }
}
