import { sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { summaryShards } from '#server/db/schema/index.ts'
import type { Summary } from '#shared/contracts/orders.ts'

const SHARDS = 32

/** Adds to the running figures, in the transaction of what changed them; always its last statement but the answer's. */
export async function addToSummary(
  tx: Tx,
  change: { orders?: number; total?: number; customers?: number; vips?: number },
): Promise<void> {
  const { orders = 0, total = 0, customers = 0, vips = 0 } = change
  if (!orders && !total && !customers && !vips) return
  // A backend runs one transaction at a time: those that run at the same moment write, for the most part, apart.
  await tx
    .update(summaryShards)
    .set({
      orders: sql`${summaryShards.orders} + ${orders}`,
      total: sql`${summaryShards.total} + ${total}`,
      customers: sql`${summaryShards.customers} + ${customers}`,
      vips: sql`${summaryShards.vips} + ${vips}`,
    })
    .where(sql`${summaryShards.shard} = pg_backend_pid() % ${sql.raw(String(SHARDS))}`)
}

/** The four figures: the sum of all shards, the same work whatever the number of orders. */
export async function readSummary(db: Reader): Promise<Summary> {
  const figure = (column: 'orders' | 'total' | 'customers' | 'vips') =>
    sql<number>`coalesce(sum(${summaryShards[column]}), 0)`.mapWith(Number)
  const [row] = await db
    .select({ orders: figure('orders'), total: figure('total'), customers: figure('customers'), vips: figure('vips') })
    .from(summaryShards)
  const { orders, total, customers, vips } = row ?? { orders: 0, total: 0, customers: 0, vips: 0 }
  return {
    totalOrders: orders,
    totalCustomers: customers,
    averageOrderValue: orders === 0 ? 0 : Math.round(total / orders),
    vipCustomers: vips,
  }
}
