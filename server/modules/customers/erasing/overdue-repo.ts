import { and, asc, count, eq, gt, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { customers, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { ENDED_STATUSES, OPEN_STATUSES } from '#shared/domain/orders/order-status.ts'
import { anyOfIds } from './erase-repo.ts'

const { erasedAt, status, createdAt } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])

/** The status changes of an order since `cutoff`: orders that ended before that moment are overdue for erasure. */
const changesSince = (db: Reader, cutoff: Date) =>
  db
    .select({ id: orderStatusChanges.id })
    .from(orderStatusChanges)
    .where(and(eq(orderStatusChanges.orderId, orders.id), gte(orderStatusChanges.at, cutoff)))

/** Condition: the order ended before `cutoff` and still has its personal data. */
function isOverdue(db: Reader, cutoff: Date): SQL | undefined {
  const hasEnded = inArray(status, [...ENDED_STATUSES])
  return and(isNull(erasedAt), hasEnded, lt(createdAt, cutoff), notExists(changesSince(db, cutoff)))
}

/** The ids above `after` of overdue orders, lowest first. */
export async function listOverdueOrders(db: Reader, cutoff: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOverdue(db, cutoff), gt(orders.id, after)))
    .orderBy(asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The ids of those of the given orders that are overdue. */
export async function listOverdueAmong(tx: Tx, ids: readonly number[], cutoff: Date): Promise<number[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOfIds(ids)}`, isOverdue(tx, cutoff)))
  return rows.map(({ id }) => id)
}

export async function countOverdueOrders(db: Reader, cutoff: Date): Promise<number> {
  const [row] = await db.select({ orders: count() }).from(orders).where(isOverdue(db, cutoff))
  return row?.orders ?? 0
}

/**
 * Condition: the customer has no open order, and all orders are erased or overdue. Each reason to keep the customer is
 * a separate `not exists`, which PostgreSQL plans as an anti-join; otherwise it would read the orders customer by
 * customer.
 */
function isOverdueCustomer(db: Reader, cutoff: Date): SQL | undefined {
  const { id, mergedInto, lastOrder, createdAt: registeredAt } = customers
  const isOfCustomer = eq(orders.customerId, id)
  const recentOrders = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOfCustomer, or(isOpen, and(isNull(erasedAt), gte(createdAt, cutoff)))))
  // An order whose status has changed since `cutoff` was also updated since: this condition avoids reading all changes.
  const recentlyEnded = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderStatusChanges, eq(orderStatusChanges.orderId, orders.id))
    .where(and(isOfCustomer, isNull(erasedAt), gte(orders.updatedAt, cutoff), gte(orderStatusChanges.at, cutoff)))
  // A cheap first filter on the customer's own columns: most customers have ordered since `cutoff`.
  const isOld = lt(sql`coalesce(${lastOrder}, ${registeredAt})`, cutoff)
  return and(isNull(mergedInto), isOld, notExists(recentOrders), notExists(recentlyEnded))
}

/** The ids above `after` of overdue customers, lowest first. */
export async function listOverdueCustomers(db: Reader, cutoff: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isOverdueCustomer(db, cutoff), gt(customers.id, after)))
    .orderBy(asc(customers.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countOverdueCustomers(db: Reader, cutoff: Date): Promise<number> {
  const [row] = await db.select({ customers: count() }).from(customers).where(isOverdueCustomer(db, cutoff))
  return row?.customers ?? 0
}

/** Whether any of these orders is open or still has its personal data. */
export async function hasOpenOrUnerasedOrder(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOfIds(ids)}`, or(isOpen, isNull(erasedAt))))
    .limit(1)
  return row !== undefined
}
