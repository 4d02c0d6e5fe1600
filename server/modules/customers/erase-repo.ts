import { and, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import {
  anonymizeResponses,
  anyOfIds,
  firstOf,
  isRecordedAsErased,
  listIds,
  lockIds,
  locking,
  overdueRows,
  type Reader,
  recordErased,
  type Tx,
} from '#server/db/index.ts'
import {
  customerFigures,
  customers,
  orderItems,
  orderStatusChanges,
  orders,
  sessionParticipants,
  sharedCartItems,
  sharedSessions,
} from '#server/db/schema/index.ts'
import { eraseReceipts } from '#server/modules/fiscal/index.ts'
import { anonymousOrder } from '#server/modules/orders/index.ts'
import { erasePayers } from '#server/modules/payments/index.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { ENDED_STATUSES, OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { LockedCustomer } from './repo.ts'

const { id, erasedAt, status, createdAt } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])
const isAnyOf = (ids: readonly number[]) => sql`${id} = ${anyOfIds(ids)}`

export async function hasOpenOrder(tx: Tx, ids: readonly number[]): Promise<boolean> {
  return (await listIds(tx, orders, and(isAnyOf(ids), isOpen), { limit: 1 })).length > 0
}

export async function hasOpenOrUnerasedOrder(tx: Tx, ids: readonly number[]): Promise<boolean> {
  return (await listIds(tx, orders, and(isAnyOf(ids), or(isOpen, isNull(erasedAt))), { limit: 1 })).length > 0
}

export async function lockOrderToErase(tx: Tx, orderId: number): Promise<{ customerId: number | null } | undefined> {
  return firstOf(
    locking(tx, orders).select({ customerId: orders.customerId }).from(orders).where(eq(id, orderId)).for('update'),
  )
}

const hasPlaced = (orderIds: readonly number[]) =>
  and(isNotNull(sharedSessions.placed), sql`(${sharedSessions.placed} ->> 'id')::bigint = ${anyOfIds(orderIds)}`)

export async function lockSessionsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { id } = sharedSessions
  await locking(tx, sharedSessions)
    .select({ id })
    .from(sharedSessions)
    .where(hasPlaced(orderIds))
    .orderBy(id)
    .for('update')
}

/**
 * Clears the personal data of locked orders wherever it is stored: in orders and lines, in their payments and
 * fiscal receipts, in the responses that show them, and in the shared sessions that placed them, which are deleted
 * later. Status, table and dishes stay.
 */
export async function anonymizeOrders(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await recordErased(tx, orders, isAnyOf(ids))
  const erased = {
    ...{ customerName: '', phoneNumber: '', email: null, notes: null, origin: null },
    searchText: sql`coalesce(${orders.tableNumber}::text, '')`,
    ...{ updatedAt: now, erasedAt: now, version: sql`${orders.version} + 1` },
  }
  await tx.update(orders).set(erased).where(isAnyOf(ids))
  const { orderId, notes, guestName } = orderItems
  const isPersonal = and(sql`${orderId} = ${anyOfIds(ids)}`, or(isNotNull(notes), isNotNull(guestName)))
  await tx.update(orderItems).set({ notes: null, guestName: null }).where(isPersonal)
  await erasePayers(tx, ids)
  await eraseReceipts(tx, ids)
  await anonymizeResponses<Order>(tx, { shows: 'order', ids, anonymized: anonymousOrder })
  await anonymizeSessions(tx, ids)
}

async function anonymizeSessions(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { id, placed } = sharedSessions
  for (const session of await tx.select({ id, placed }).from(sharedSessions).where(hasPlaced(orderIds))) {
    if (!session.placed) continue
    const emptied = anonymousOrder(session.placed)
    await tx.update(sharedSessions).set({ placed: emptied }).where(eq(id, session.id))
    await tx.update(sessionParticipants).set({ name: '' }).where(eq(sessionParticipants.sessionId, session.id))
    await tx.update(sharedCartItems).set({ notes: null }).where(eq(sharedCartItems.sessionId, session.id))
  }
}

export async function deleteCustomer(tx: Tx, customerId: number): Promise<void> {
  await recordErased(tx, customers, or(eq(customers.id, customerId), eq(customers.mergedInto, customerId)))
  await tx.delete(customers).where(eq(customers.id, customerId))
}

export function listOrdersToEraseAgain(tx: Tx, limit: number): Promise<number[]> {
  return listIds(tx, orders, and(isNull(erasedAt), isRecordedAsErased(tx, orders)), { limit })
}

export function findErasedCustomer(tx: Tx): Promise<LockedCustomer | undefined> {
  const mergedLast = sql`${customers.mergedInto} is not null, ${customers.id}`
  return firstOf(tx.select().from(customers).where(isRecordedAsErased(tx, customers)).orderBy(mergedLast).limit(1))
}

/** Condition: the order ended before `cutoff` and still has its personal data. */
function isOverdue(db: Reader, cutoff: Date): SQL | undefined {
  const { orderId, at } = orderStatusChanges
  const isSince = and(eq(orderId, id), gte(at, cutoff))
  const changesSince = db.select({ id: orderStatusChanges.id }).from(orderStatusChanges).where(isSince)
  const hasEnded = inArray(status, [...ENDED_STATUSES])
  return and(isNull(erasedAt), hasEnded, lt(createdAt, cutoff), notExists(changesSince))
}
export const overdueOrders = overdueRows(orders, (db, { moment }) => isOverdue(db, moment))

/** Locks the given orders that ended before `cutoff` and still have their personal data. @returns their ids */
export async function lockOverdueOrders(tx: Tx, ids: readonly number[], cutoff: Date): Promise<number[]> {
  const locked = await lockIds(locking(tx, orders), orders, isAnyOf(ids))
  // Read again, because an order may have changed before it was locked.
  return listIds(tx, orders, and(isAnyOf(locked), isOverdue(tx, cutoff)), { limit: ids.length })
}

/**
 * Condition: the customer has no open order, and all orders are erased or overdue. Each reason to keep the customer is
 * a separate `not exists`, which PostgreSQL plans as an anti-join; otherwise it would read the orders customer by
 * customer.
 */
function isOverdueCustomer(db: Reader, cutoff: Date): SQL | undefined {
  const { mergedInto, createdAt: registeredAt } = customers
  const { customerId, lastOrder } = customerFigures
  const ordered = db.select({ lastOrder }).from(customerFigures).where(eq(customerId, customers.id))
  const isOfCustomer = eq(orders.customerId, customers.id)
  const isRecent = and(isOfCustomer, or(isOpen, and(isNull(erasedAt), gte(createdAt, cutoff))))
  const recentOrders = db.select({ id }).from(orders).where(isRecent)
  // An order whose status has changed since `cutoff` was also updated since: this condition avoids reading all changes.
  const recentlyEnded = db
    .select({ id })
    .from(orders)
    .innerJoin(orderStatusChanges, eq(orderStatusChanges.orderId, id))
    .where(and(isOfCustomer, isNull(erasedAt), gte(orders.updatedAt, cutoff), gte(orderStatusChanges.at, cutoff)))
  // A cheap first filter on the customer's own columns: most customers have ordered since `cutoff`.
  const isOld = lt(sql`coalesce((${ordered}), ${registeredAt})`, cutoff)
  return and(isNull(mergedInto), isOld, notExists(recentOrders), notExists(recentlyEnded))
}
export const overdueCustomers = overdueRows(customers, (db, { moment }) => isOverdueCustomer(db, moment))
