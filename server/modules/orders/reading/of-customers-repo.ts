import { desc, eq } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'

/** The ids of a customer's orders, the newest first. @param most all of them if undefined */
export async function listOrderIdsOf(db: Reader, customerId: number, most?: number): Promise<number[]> {
  const query = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.id))
  const rows = await (most === undefined ? query : query.limit(most))
  return rows.map(({ id }) => id)
}
