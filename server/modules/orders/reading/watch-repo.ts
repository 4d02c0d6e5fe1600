import { inArray, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'

const { id, status, version, seenAt, total, tableNumber, tickets } = orders
const progressColumns = { id, status, version, seenAt, total, tableNumber, tickets }

/** The columns that a guest's view of a watched order is made from. */
export type ProgressRow = Awaited<ReturnType<typeof readProgressRows>>[number]

export function readProgressRows(db: Reader, ids: number[]) {
  return db.select(progressColumns).from(orders).where(inArray(orders.id, ids))
}

/** The columns of a `ProgressRow`, with the hash of the token that allows a guest to watch the order. */
export type GuardedProgressRow = ProgressRow & { tokenHash: string }

/** Returns the guarded columns of these orders by id. */
export async function findGuardedProgress(db: Reader, ids: number[]): Promise<ReadonlyMap<number, GuardedProgressRow>> {
  const rows = await db
    .select({ ...progressColumns, tokenHash: orders.tokenHash })
    .from(orders)
    .where(isAnyOf(ids))
  return new Map(rows.map((row) => [row.id, row]))
}

// One parameter for all ids, however many there are.
const isAnyOf = (ids: number[]) => sql`${orders.id} = any(${`{${ids.join(',')}}`}::bigint[])`
