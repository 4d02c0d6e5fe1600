import { and, asc, count, eq, gt, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { customers, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { ENDED_STATUSES, OPEN_STATUSES } from '#shared/domain/orders/order-status.ts'
import { anyOf } from './erase-repo.ts'

const { erasedAt, status, createdAt } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])

/** The status changes of an order since `edge`: orders that ended before that moment are overdue for erasure. */
const changesSince = (db: Reader, edge: Date) =>
  db
    .select({ id: orderStatusChanges.id })
    .from(orderStatusChanges)
    .where(and(eq(orderStatusChanges.orderId, orders.id), gte(orderStatusChanges.at, edge)))

/** Condition: the order ended before `edge` and still has its personal data. */
function isOverdue(db: Reader, edge: Date): SQL | undefined {
  const hasEnded = inArray(status, [...ENDED_STATUSES])
  return and(isNull(erasedAt), hasEnded, lt(createdAt, edge), notExists(changesSince(db, edge)))
}

/** The ids above `after` of overdue orders, lowest first. */
export async function listOverdueOrders(db: Reader, edge: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOverdue(db, edge), gt(orders.id, after)))
    .orderBy(asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The ids of those of the given orders that are overdue. */
export async function listOverdueAmong(tx: Tx, ids: readonly number[], edge: Date): Promise<number[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOf(ids)}`, isOverdue(tx, edge)))
  return rows.map(({ id }) => id)
}

export async function countOverdueOrders(db: Reader, edge: Date): Promise<number> {
  const [row] = await db.select({ orders: count() }).from(orders).where(isOverdue(db, edge))
  return row?.orders ?? 0
}

/**
 * Condition: the customer has no open order, and all orders are erased or overdue. Each reason to keep the
 * customer is a subquery of its own, which PostgreSQL can join; otherwise it would read the orders customer by customer.
 */
function isOverdueCustomer(db: Reader, edge: Date): SQL | undefined {
  const { id, mergedInto, lastOrder, createdAt: registeredAt } = customers
  const isTheirs = eq(orders.customerId, id)
  const recentOrders = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs, or(isOpen, and(isNull(erasedAt), gte(createdAt, edge)))))
  // An order whose status changed since then was also updated since then: the condition avoids reading all changes.
  const recentlyEnded = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderStatusChanges, eq(orderStatusChanges.orderId, orders.id))
    .where(and(isTheirs, isNull(erasedAt), gte(orders.updatedAt, edge), gte(orderStatusChanges.at, edge)))
  // Excludes most customers, who have ordered since, by a column of their own.
  const isOld = lt(sql`coalesce(${lastOrder}, ${registeredAt})`, edge)
  return and(isNull(mergedInto), isOld, notExists(recentOrders), notExists(recentlyEnded))
}

/** The ids above `after` of customers to be deleted, lowest first. */
export async function listOverdueCustomers(db: Reader, edge: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isOverdueCustomer(db, edge), gt(customers.id, after)))
    .orderBy(asc(customers.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countOverdueCustomers(db: Reader, edge: Date): Promise<number> {
  const [row] = await db.select({ customers: count() }).from(customers).where(isOverdueCustomer(db, edge))
  return row?.customers ?? 0
}

/** Whether any of these orders is open or still has its personal data. */
export async function hasOrderWithPerson(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOf(ids)}`, or(isOpen, isNull(erasedAt))))
    .limit(1)
  return row !== undefined
}
