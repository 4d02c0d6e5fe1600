import type { TableCall } from '#shared/contracts/calls.ts'
import type { CallStatus } from '#shared/domain/table-calls.ts'
import type { CallRow } from './repo.ts'

/** The status of a call. */
export function callStatus({ takenAt, endedAt }: Pick<CallRow, 'takenAt' | 'endedAt'>): CallStatus {
  if (endedAt) return 'ended'
  return takenAt ? 'taken' : 'open'
}

/** A call as those who work on the floor see it. */
export function callView(row: CallRow): TableCall {
  const { id, kind, method, takenBy, createdAt } = row
  return { id, kind, method, status: callStatus(row), takenBy, at: createdAt.toISOString() }
}
