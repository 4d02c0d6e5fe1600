import { count, inArray, sql } from 'drizzle-orm'
import { type Reader, statement, type Tx } from '#server/db/index.ts'
import { orders as allOrders, summaryShards } from '#server/db/schema/index.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order-status.ts'

const SHARDS = 32

type Figure = 'orders' | 'total' | 'customers' | 'vips'

/** SQL that adds to the summary. Run it in the transaction that changes the figures; the row must be its last lock. */
export function addToSummarySql({ orders, total, customers, vips }: Record<Figure, string>): string {
  // A backend runs one transaction at a time, so concurrent transactions mostly write to different shards.
  return `update summary_shards set orders = orders + ${orders}, total = total + ${total},
    customers = customers + ${customers}, vips = vips + ${vips} where shard = pg_backend_pid() % ${SHARDS}`
}

const add = statement<Record<Figure, number>>('add_to_summary', addToSummarySql)

export async function addToSummary(tx: Tx, change: Partial<Record<Figure, number>>): Promise<void> {
  const { orders = 0, total = 0, customers = 0, vips = 0 } = change
  if (orders || total || customers || vips) await add(tx, { orders, total, customers, vips })
}

/**
 * Returns the summary: the sum of all shards, in constant time however many orders there are. Only the open orders are
 * counted.
 */
export async function readSummary(db: Reader): Promise<Summary> {
  const figure = (column: Figure) => sql<number>`coalesce(sum(${summaryShards[column]}), 0)`.mapWith(Number)
  const shards = db
    .select({ orders: figure('orders'), total: figure('total'), customers: figure('customers'), vips: figure('vips') })
    .from(summaryShards)
  const [[row], open] = await Promise.all([shards, countOpen(db)])
  const { orders, total, customers, vips } = row ?? { orders: 0, total: 0, customers: 0, vips: 0 }
  return {
    totalOrders: orders,
    totalCustomers: customers,
    averageOrderValue: orders === 0 ? 0 : Math.round(total / orders),
    vipCustomers: vips,
    open,
  }
}

async function countOpen(db: Reader): Promise<Summary['open']> {
  const counted = await db
    .select({ status: allOrders.status, orders: count() })
    .from(allOrders)
    .where(inArray(allOrders.status, [...OPEN_STATUSES]))
    .groupBy(allOrders.status)
  const open = { pending: 0, preparing: 0, ready: 0, delivered: 0 }
  return Object.assign(open, Object.fromEntries(counted.map(({ status, orders }) => [status, orders])))
}
