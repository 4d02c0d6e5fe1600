import type { Reader } from '#server/db/index.ts'
import type { TableCall } from '#shared/contracts/calls.ts'
import { listOpenCalls } from './repo.ts'
import { callView } from './view.ts'

/** Returns the calls that have not ended by the ids of their tables, those of a table oldest first. */
export async function readOpenCalls(db: Reader): Promise<ReadonlyMap<number, TableCall[]>> {
  return new Map(
    [...Map.groupBy(await listOpenCalls(db), ({ tableId }) => tableId)].map(([tableId, rows]) => [
      tableId,
      rows.map(callView),
    ]),
  )
}
