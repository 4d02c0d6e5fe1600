import { and, gte, inArray, lt, sql, sum } from 'drizzle-orm'
import { type Database, inTransaction, locking, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { dayEntries, orders, totals } from '#server/db/schema/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { VIP_MORE_THAN } from '#shared/domain/customers/customer.ts'
import type { Currency } from '#shared/domain/money.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import { TAKEN_KINDS } from '#shared/domain/payments/methods.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'

/* The figures above the board. One row has the sums up to an id, so that no order waits for another to be counted. */

/** How many of the newest are not summed: one may still be in a transaction, and others with lower ids too. */
const NEWEST = 1_000

/** Adds to the sums all orders and customers but the newest. Their ids alone decide: a clock may have been set back. */
export async function foldTotals(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Locked first, so that the next statement sees what was taken off before, and what is taken off later waits.
    await locking(tx, totals).execute(sql`select from totals for update`)
    await tx.execute(sql`
      update totals set orders = totals.orders + old.orders, total = totals.total + old.total,
        orders_up_to = greatest(orders_up_to, old.up_to),
        customers = totals.customers + added.customers, customers_up_to = greatest(customers_up_to, added.up_to)
      from (
        select max(id) as up_to, count(*) filter (where not is_test) as orders,
          coalesce(sum(total) filter (where not is_test), 0) as total
        from orders where id > (select orders_up_to from totals) and id <= (select max(id) - ${NEWEST} from orders)
      ) old, (
        select max(customer_id) as up_to, count(*) as customers from customer_figures
        where customer_id > (select customers_up_to from totals)
          and customer_id <= (select max(id) - ${NEWEST} from customers)
      ) added`)
  })
}

// These statements wait while orders are summed: the row is locked whether it changes or not, and nothing after it.

/** Lowers the sum if it contains the order, which must be locked. */
export async function lowerTotal(tx: Tx, orderId: number, by: number): Promise<void> {
  await locking(tx, totals)
    .update(totals)
    .set({ total: sql`total - case when orders_up_to >= ${orderId} then ${by}::bigint else 0 end` })
}

/** Counts a customer no longer, who was merged or erased. */
export async function uncountCustomer(tx: Tx, customerId: number): Promise<void> {
  await locking(tx, totals)
    .update(totals)
    .set({ customers: sql`customers - (customers_up_to >= ${customerId})::int` })
}

type Row = Record<'orders' | 'total' | 'customers' | 'vips' | 'placed' | 'sales', number> & Summary['open']

/**
 * Reads the summary. All figures come from one statement, because boards request it with every order. A count for each
 * status reads an index alone.
 */
export async function readSummary(db: Reader, now: Date, timeZone: string): Promise<Summary> {
  const { businessDayStart: dayStart, currency, payments } = await readSettings(db)
  const today = businessDayStart(now, dayStart, timeZone)
  const open = OPEN_STATUSES.map(
    (status) => sql`(select count(*)::int from ${orders} where status = ${status}) as ${sql.identifier(status)}`,
  )
  const result = db.execute<Row>(sql`
    select ${sql.join(open, sql`, `)}, (totals.orders + recent.orders)::float8 as orders,
      (totals.total + recent.total)::float8 as total, today.placed, today.sales,
      (totals.customers + (select count(*) from customer_figures where customer_id > customers_up_to))::int as customers,
      (select count(*)::int from customer_figures where order_count > ${VIP_MORE_THAN}) as vips
    from totals, lateral (
      select count(*) as orders, coalesce(sum(total), 0) as total from orders where id > orders_up_to and not is_test
    ) recent, (
      select count(*)::int as placed, coalesce(sum(total), 0)::float8 as sales from orders
      where created_at >= ${today.toISOString()}::timestamptz and status <> 'cancelled' and not is_test
    ) today`)
  const {
    orders: count,
    total,
    customers,
    vips,
    placed,
    sales,
    ...counts
  } = await onlyOf(result.then(({ rows }) => rows))
  return {
    totalOrders: count,
    totalCustomers: customers,
    averageOrderValue: count === 0 ? 0 : Math.round(total / count),
    vipCustomers: vips,
    open: counts,
    today: { orders: placed, sales, taken: payments ? ((await readTaken(db, today))[currency] ?? 0) : null },
  }
}

/** Sums the payments since a moment less reversals, without tips, by currency. @param to exclusive */
export async function readTaken(db: Reader, from: Date, to?: Date): Promise<Partial<Record<Currency, number>>> {
  const { at, amount, currency, methodKind } = dayEntries
  const rows = await db
    .select({ currency, taken: sum(amount).mapWith(Number) })
    .from(dayEntries)
    .where(and(gte(at, from), to && lt(at, to), inArray(methodKind, TAKEN_KINDS)))
    .groupBy(currency)
  return Object.fromEntries(rows.map((row) => [row.currency, row.taken]))
}
