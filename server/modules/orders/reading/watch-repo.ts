import { eq, inArray } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'

const { id, status, version, seenAt, total, tableNumber, tickets } = orders
const progressColumns = { id, status, version, seenAt, total, tableNumber, tickets }

/** The columns that a guest's view of a watched order is made from. */
export type ProgressRow = Awaited<ReturnType<typeof readProgressRows>>[number]

export function readProgressRows(db: Reader, ids: number[]) {
  return db.select(progressColumns).from(orders).where(inArray(orders.id, ids))
}

/** Returns the columns for a guest's view of one order, with the hash of the token that allows it. */
export async function findProgressWithHash(db: Reader, id: number) {
  const [row] = await db
    .select({ ...progressColumns, tokenHash: orders.tokenHash })
    .from(orders)
    .where(eq(orders.id, id))
  return row
}
