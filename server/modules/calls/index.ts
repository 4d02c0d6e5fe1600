/**
 * Calls: guests at a table call the waiter or ask for the bill, and see when somebody is on the way. Occupancy, which
 * the calls use, ends and moves them: what is exported here imports no other module.
 */

import type { Reader } from '#server/db/index.ts'
import type { TableCall } from '#shared/contracts/calls.ts'
import type { CallStatus } from '#shared/domain/table-state.ts'
import { type CallRow, listOpenCalls } from './repo.ts'

export { CALL_TOPIC, endCallsAt, endPaidBillCalls, moveCalls } from './repo.ts'

export function callStatus({ takenAt, endedAt }: Pick<CallRow, 'takenAt' | 'endedAt'>): CallStatus {
  if (endedAt) return 'ended'
  return takenAt ? 'taken' : 'open'
}

/** A call as those who work on the floor see it. */
export function callView(row: CallRow): TableCall {
  const { id, kind, method, takenBy, createdAt } = row
  return { id, kind, method, status: callStatus(row), takenBy, at: createdAt.toISOString() }
}

/** Returns the calls that have not ended by the ids of their tables, those of a table oldest first. */
export async function readOpenCalls(db: Reader): Promise<ReadonlyMap<number, TableCall[]>> {
  const calls = Map.groupBy(await listOpenCalls(db), ({ tableId }) => tableId)
  return new Map([...calls].map(([tableId, rows]) => [tableId, rows.map(callView)]))
}
