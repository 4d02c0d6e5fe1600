import type { Reader } from '#server/db/index.ts'
import { readOpenCalls } from '#server/modules/calls/index.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { readTablesInUse } from './repo.ts'

/** Returns the tables with their open orders, sessions and calls (docs/product/floor.md#floor-tables). */
export async function readFloor(db: Reader, now: Date): Promise<FloorTable[]> {
  const [rows, calls] = await Promise.all([readTablesInUse(db, now), readOpenCalls(db)])
  return rows.map(({ oldestAt, orders, ready, total, sessionId, sessionAt, ...table }) => ({
    ...table,
    since: earlier(oldestAt, sessionAt)?.toISOString() ?? null,
    orders: orders ?? 0,
    ready: ready ?? 0,
    total: total ?? 0,
    calls: calls.get(table.id) ?? [],
    session: sessionId === null ? null : { id: sessionId },
  }))
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
