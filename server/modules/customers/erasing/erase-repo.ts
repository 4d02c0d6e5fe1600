import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import {
  customers,
  erasureOf,
  erasures,
  idempotencyKeys,
  orderItems,
  orders,
  sessionParticipants,
  sharedCartItems,
  sharedSessions,
} from '#server/db/schema/index.ts'
import { type Order, placeOrder } from '#shared/contracts/orders.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order-status.ts'

/** SQL that matches any of some ids. One parameter for all, because a statement can have at most 65535. */
export const anyOfIds = (ids: readonly number[]) => sql`any(${`{${ids.join(',')}}`}::bigint[])`

export async function hasOpenOrder(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOfIds(ids)}`, inArray(orders.status, [...OPEN_STATUSES])))
    .limit(1)
  return open !== undefined
}

/** Locks an order until the transaction ends. */
export async function lockOrderToErase(tx: Tx, id: number): Promise<{ customerId: number | null } | undefined> {
  const [row] = await tx.select({ customerId: orders.customerId }).from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Locks orders until the transaction ends. */
export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.id} = ${anyOfIds(ids)}`)
    .orderBy(orders.id)
    .for('update')
}

const hasPlaced = (orderIds: readonly number[]) =>
  and(isNotNull(sharedSessions.placed), sql`(${sharedSessions.placed} ->> 'id')::bigint = ${anyOfIds(orderIds)}`)

/** Locks the shared sessions that placed these orders until the transaction ends. */
export async function lockSessionsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .where(hasPlaced(orderIds))
    .orderBy(sharedSessions.id)
    .for('update')
}

/** Records the erasure keys of these orders, so that they are erased again after a backup is restored. */
export async function recordErasedOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const keys = tx
    .select(erasureOf(orders.erasureKey))
    .from(orders)
    .where(sql`${orders.id} = ${anyOfIds(orderIds)}`)
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

/** Clears the personal data in orders and their lines. Status, table and dishes do not change. */
export async function anonymizeOrders(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(orders)
    .set({
      customerName: '',
      phoneNumber: '',
      email: null,
      notes: null,
      searchText: sql`coalesce(${orders.tableNumber}::text, '')`,
      updatedAt: now,
      erasedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(sql`${orders.id} = ${anyOfIds(ids)}`)
  await tx
    .update(orderItems)
    .set({ notes: null, guestName: null })
    .where(
      and(
        sql`${orderItems.orderId} = ${anyOfIds(ids)}`,
        or(isNotNull(orderItems.notes), isNotNull(orderItems.guestName)),
      ),
    )
}

/** An order without personal data, as stored responses contain it. */
function anonymizeOrder<Shown extends Order>(order: Shown): Shown {
  const items = order.items.map((line) => ({ ...line, notes: null, guestName: null }))
  return { ...order, customerName: '', phoneNumber: '', email: null, notes: null, items }
}

/**
 * Clears the personal data in the stored responses about these orders. The responses stay, so that repeating a request
 * does not create a second order. The hash of the request body is deleted, because the data could be guessed from it;
 * a repeated request then gets the stored response, whatever its body.
 */
export async function anonymizeResponses(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { key, answer, orderId } = idempotencyKeys
  // An older instance, which runs until it is replaced, stores no order id with its responses. Responses about dishes
  // and events never have one.
  const isOrderCreation = sql`starts_with(${key}, ${placeOrder.path})`
  const stored = await tx
    .select({ key, answer })
    .from(idempotencyKeys)
    .where(
      or(
        sql`${orderId} = ${anyOfIds(orderIds)}`,
        and(isNull(orderId), isOrderCreation, sql`(${answer}::jsonb ->> 'id')::bigint = ${anyOfIds(orderIds)}`),
      ),
    )
  for (const row of stored) {
    const emptied = JSON.stringify(anonymizeOrder(JSON.parse(row.answer)))
    await tx.update(idempotencyKeys).set({ answer: emptied, bodyHash: '' }).where(eq(key, row.key))
  }
}

/** Clears the personal data in the shared sessions that placed these orders, which are deleted later. */
export async function anonymizeSessions(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { id, placed } = sharedSessions
  for (const session of await tx.select({ id, placed }).from(sharedSessions).where(hasPlaced(orderIds))) {
    if (!session.placed) continue
    const emptied = anonymizeOrder(session.placed)
    await tx.update(sharedSessions).set({ placed: emptied }).where(eq(id, session.id))
    await tx.update(sessionParticipants).set({ name: '' }).where(eq(sessionParticipants.sessionId, session.id))
    await tx.update(sharedCartItems).set({ notes: null }).where(eq(sharedCartItems.sessionId, session.id))
  }
}

/** Deletes a customer and the customers merged into it, and records the erasure keys of all. */
export async function deleteCustomer(tx: Tx, id: number): Promise<void> {
  const keys = tx
    .select(erasureOf(customers.erasureKey))
    .from(customers)
    .where(or(eq(customers.id, id), eq(customers.mergedInto, id)))
  await tx.insert(erasures).select(keys).onConflictDoNothing()
  await tx.delete(customers).where(eq(customers.id, id))
}
