import { eq, inArray } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'

const { id, status, version, seenAt, total, tableNumber, tickets } = orders
const progress = { id, status, version, seenAt, total, tableNumber, tickets }

/** What a guest may know of an order that they watch. */
export type ProgressRow = Awaited<ReturnType<typeof readProgressRows>>[number]

export function readProgressRows(db: Reader, ids: number[]) {
  return db.select(progress).from(orders).where(inArray(orders.id, ids))
}

/** What a guest may know of one order, with the hash of the token that allows it. */
export async function findProgressWithHash(db: Reader, id: number) {
  const [row] = await db
    .select({ ...progress, tokenHash: orders.tokenHash })
    .from(orders)
    .where(eq(orders.id, id))
  return row
}
