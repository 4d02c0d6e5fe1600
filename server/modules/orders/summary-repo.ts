import { and, gte, inArray, lt, type SQLWrapper, sql, sum } from 'drizzle-orm'
import { onlyOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import { orders as allOrders, dayEntries, settings, summaryShards } from '#server/db/schema/index.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import type { Currency } from '#shared/domain/money.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { TAKEN_KINDS } from '#shared/domain/payments/methods.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'

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
 * Returns the summary: the sum of all shards, in constant time however many orders there are. Only the open orders and
 * those of this business day are counted.
 */
export async function readSummary(db: Reader, now: Date, timeZone: string): Promise<Summary> {
  const figure = (column: Figure) => sql<number>`coalesce(sum(${summaryShards[column]}), 0)`.mapWith(Number)
  const setting = (column: SQLWrapper) => sql`(select ${column} from ${settings})`
  const row = await onlyOf(
    db
      .select({
        orders: figure('orders'),
        total: figure('total'),
        customers: figure('customers'),
        vips: figure('vips'),
        dayStart: sql<string>`${setting(settings.businessDayStart)}`,
        currency: sql<Currency>`${setting(settings.currency)}`,
        payments: sql<boolean>`${setting(settings.payments)}`,
      })
      .from(summaryShards),
  )
  const { orders, total, customers, vips, dayStart, currency, payments } = row
  const today = businessDayStart(now, dayStart, timeZone)
  const counts = await countOpenAndToday(db, today)
  const taken = payments ? ((await readTaken(db, today))[currency] ?? 0) : null
  return {
    totalOrders: orders,
    totalCustomers: customers,
    averageOrderValue: orders === 0 ? 0 : Math.round(total / orders),
    vipCustomers: vips,
    open: counts.open,
    today: { ...counts.today, taken },
  }
}

/** What was paid from a moment on, less what was taken back then, without tips, by currency. @param to exclusive */
export async function readTaken(db: Reader, from: Date, to?: Date): Promise<Partial<Record<Currency, number>>> {
  const { at, amount, currency, methodKind } = dayEntries
  const rows = await db
    .select({ currency, taken: sum(amount).mapWith(Number) })
    .from(dayEntries)
    .where(and(gte(at, from), to && lt(at, to), inArray(methodKind, TAKEN_KINDS)))
    .groupBy(currency)
  return Object.fromEntries(rows.map((row) => [row.currency, row.taken]))
}

/** Both in one statement: boards ask for the summary with every order. */
async function countOpenAndToday(db: Reader, today: Date) {
  const openStatuses = sql.join(
    OPEN_STATUSES.map((status) => sql`${status}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ status: OrderStatus | null; orders: number; sales: number }>(sql`
    select status, count(*)::int as orders, 0::float8 as sales from ${allOrders}
      where status in (${openStatuses}) group by status
    union all
    select null, count(*)::int, coalesce(sum(total), 0)::float8 from ${allOrders}
      where created_at >= ${today.toISOString()} and status <> 'cancelled' and not is_test`)
  const open = { pending: 0, preparing: 0, ready: 0, delivered: 0 }
  const counts = { open, today: { orders: 0, sales: 0 } }
  for (const { status, orders, sales } of rows) {
    if (status === null) counts.today = { orders, sales }
    else Object.assign(open, { [status]: orders })
  }
  return counts
}
