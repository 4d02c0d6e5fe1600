import { and, asc, count, eq, gt, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { customers, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { ENDED_STATUSES, OPEN_STATUSES } from '#shared/domain/order-status.ts'
import { anyOf } from './erase-repo.ts'

const { erasedAt, status, createdAt } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])

/** The changes of an order's status since a moment. */
const changesSince = (db: Reader, edge: Date) =>
  db
    .select({ id: orderStatusChanges.id })
    .from(orderStatusChanges)
    .where(and(eq(orderStatusChanges.orderId, orders.id), gte(orderStatusChanges.at, edge)))

/** An order that ended before a moment and may still name somebody. */
function isOverdue(db: Reader, edge: Date): SQL | undefined {
  const hasEnded = inArray(status, [...ENDED_STATUSES])
  return and(isNull(erasedAt), hasEnded, lt(createdAt, edge), notExists(changesSince(db, edge)))
}

/** The ids, above `after`, of orders whose data is to go: the lowest first. */
export async function listOverdueOrders(db: Reader, edge: Date, after: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOverdue(db, edge), gt(orders.id, after)))
    .orderBy(asc(orders.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Those of these orders whose data is to go. */
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
 * A customer whom no order keeps: none is open, and what is not erased is overdue. Each reason to stay is asked about by
 * itself: the database can join those, and would else look at the orders of one customer after another.
 */
function isWithoutOrders(db: Reader, edge: Date): SQL | undefined {
  const { id, mergedInto, lastOrder, createdAt: since } = customers
  const isTheirs = eq(orders.customerId, id)
  const young = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs, or(isOpen, and(isNull(erasedAt), gte(createdAt, edge)))))
  // Whatever changed since was written since: that spares looking at the changes of all others.
  const endedLate = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderStatusChanges, eq(orderStatusChanges.orderId, orders.id))
    .where(and(isTheirs, isNull(erasedAt), gte(orders.updatedAt, edge), gte(orderStatusChanges.at, edge)))
  // Most customers have ordered since: their own figure says so.
  const isOld = lt(sql`coalesce(${lastOrder}, ${since})`, edge)
  return and(isNull(mergedInto), isOld, notExists(young), notExists(endedLate))
}

/** The ids, above `after`, of customers who go with their last order: the lowest first. */
export async function listOverdueCustomers(db: Reader, edge: Date, after: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isWithoutOrders(db, edge), gt(customers.id, after)))
    .orderBy(asc(customers.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

export async function countOverdueCustomers(db: Reader, edge: Date): Promise<number> {
  const [row] = await db.select({ customers: count() }).from(customers).where(isWithoutOrders(db, edge))
  return row?.customers ?? 0
}

/** Whether one of these orders is open, or may still name somebody. */
export async function hasOrderWithPerson(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOf(ids)}`, or(isOpen, isNull(erasedAt))))
    .limit(1)
  return row !== undefined
}
