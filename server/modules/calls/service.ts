import { type Database, inTransaction } from '#server/db/index.ts'
import { compareKey, findTableToOrderAt, hasProvenSeat, lockTable } from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { isAhead } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { newToken } from '#server/platform/token.ts'
import type { TableCall } from '#shared/contracts/calls.ts'
import { CALL_PAUSE_MS } from '#shared/domain/table-state.ts'
import { callView } from './index.ts'
import { type CallRow, findLastCall, insertCall, lockCall, writeEnded, writeTaken } from './repo.ts'

/* Calls of guests at a table (docs/product/floor.md#floor-calls). */

interface CallInput extends Pick<CallRow, 'tableId' | 'kind' | 'method'> {
  /** The key of the table's code, if the page sent it. */
  tableKey: string | undefined
  /** Whether the caller may call at any table without its key. */
  needsNoKey: boolean
  /** The hash of the guest's token, if the browser has one. A guest who proved the key in the session sends no key. */
  guest: string | undefined
  now: Date
}

/** @returns the call, its token, and whether it is new: the table may have had an open call of this kind */
export function makeCall(db: Database, { tableId, kind, method, tableKey, needsNoKey, guest, now }: CallInput) {
  return inTransaction(db, async (tx) => {
    const settings = await readSettings(tx)
    if (!settings.tableCalls) throw new AppError('calls_off')
    // Locked, so that a call is either made before the table is freed, and ends then, or after that.
    await lockTable(tx, tableId)
    const table = required(await findTableToOrderAt(tx, tableId), 'table_not_found')
    const isChecked = settings.tableKeysRequired && !needsNoKey
    if (isChecked && !(guest && (await hasProvenSeat(tx, tableId, guest, now)))) compareKey(table, tableKey)
    const last = await findLastCall(tx, tableId, kind)
    if (last && !last.endedAt) return { call: callView(last), token: last.token, isNew: false }
    const again = last?.endedAt ? new Date(last.endedAt.getTime() + CALL_PAUSE_MS) : null
    if (isAhead(again, now, CALL_PAUSE_MS))
      throw new AppError('call_again_later', {}, Math.ceil((again.getTime() - now.getTime()) / 1000))
    const call = { tableId, kind, method: kind === 'bill' ? method : null, token: newToken(24), createdAt: now }
    const row = await insertCall(tx, call, last)
    return { call: callView(row), token: row.token, isNew: true }
  })
}

type CallChange = { tableId: number; callId: number; now: Date }

/** The first caller wins; repeating it changes nothing. */
export function noteTaken(db: Database, { tableId, callId, by, now }: CallChange & { by: Viewer }): Promise<TableCall> {
  return inTransaction(db, async (tx) => {
    const call = await lockCall(tx, tableId, callId)
    if (!call || call.endedAt) throw new AppError('call_over')
    if (call.takenById === by.userId) return callView(call)
    if (call.takenBy !== null) throw new AppError('taken', { takenBy: call.takenBy })
    const taken = { takenAt: now, takenById: by.userId, takenBy: by.username }
    await writeTaken(tx, callId, taken)
    return callView({ ...call, ...taken })
  })
}

/** Ends a call, whoever took it. */
export function noteEnded(db: Database, { tableId, callId, now }: CallChange): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await lockCall(tx, tableId, callId))) throw new AppError('call_over')
    await writeEnded(tx, callId, now)
  })
}
