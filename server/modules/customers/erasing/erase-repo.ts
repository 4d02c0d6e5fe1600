import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import {
  customers,
  erasures,
  idempotencyKeys,
  orderItems,
  orders,
  sessionParticipants,
  sharedCartItems,
  sharedSessions,
} from '#server/db/schema/index.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { OPEN_STATUSES } from '#shared/domain/order-status.ts'
import { anonymizedOrder } from './anonymized-order.ts'

/** One parameter for all: the wire format counts parameters in two bytes. */
export const anyOf = (ids: readonly number[]) => sql`any(${`{${ids.join(',')}}`}::bigint[])`

export async function hasOpenOrder(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = ${anyOf(ids)}`, inArray(orders.status, [...OPEN_STATUSES])))
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
    .where(sql`${orders.id} = ${anyOf(ids)}`)
    .orderBy(orders.id)
    .for('update')
}

const hasPlaced = (orderIds: readonly number[]) =>
  and(isNotNull(sharedSessions.placed), sql`(${sharedSessions.placed} ->> 'id')::bigint = ${anyOf(orderIds)}`)

/** Locks the shared sessions that became these orders until the transaction ends. */
export async function lockSessionsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .where(hasPlaced(orderIds))
    .orderBy(sharedSessions.id)
    .for('update')
}

/** Writes down the keys of these orders: whoever restores a backup erases them again. */
export async function recordErasedOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const keys = tx
    .select({ key: orders.erasureKey })
    .from(orders)
    .where(sql`${orders.id} = ${anyOf(orderIds)}`)
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

/** Empties what these orders say of a person. Status, table and what is eaten do not change. */
export async function emptyOrders(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
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
    .where(sql`${orders.id} = ${anyOf(ids)}`)
  await tx
    .update(orderItems)
    .set({ notes: null, guestName: null })
    .where(
      and(sql`${orderItems.orderId} = ${anyOf(ids)}`, or(isNotNull(orderItems.notes), isNotNull(orderItems.guestName))),
    )
}

/**
 * Empties the stored answers that show these orders. They stay answers, because their keys must not make a second order;
 * without the hash of the body, which can be guessed, they answer whatever is sent.
 */
export async function emptyAnswers(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { key, answer, orderId } = idempotencyKeys
  // An instance of an older version, which runs until it is replaced, keeps no number beside its answers. Answers about
  // dishes and events never have one.
  const isOfOrders = sql`starts_with(${key}, ${placeOrder.path})`
  const stored = await tx
    .select({ key, answer })
    .from(idempotencyKeys)
    .where(
      or(
        sql`${orderId} = ${anyOf(orderIds)}`,
        and(isNull(orderId), isOfOrders, sql`(${answer}::jsonb ->> 'id')::bigint = ${anyOf(orderIds)}`),
      ),
    )
  for (const { key: of, answer: shown } of stored) {
    const emptied = JSON.stringify(anonymizedOrder(JSON.parse(shown)))
    await tx.update(idempotencyKeys).set({ answer: emptied, bodyHash: '' }).where(eq(key, of))
  }
}

/** Empties what the shared sessions that became these orders keep of their guests until they are deleted. */
export async function emptySessions(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { id, placed } = sharedSessions
  for (const session of await tx.select({ id, placed }).from(sharedSessions).where(hasPlaced(orderIds))) {
    if (!session.placed) continue
    const emptied = anonymizedOrder(session.placed)
    await tx.update(sharedSessions).set({ placed: emptied }).where(eq(id, session.id))
    await tx.update(sessionParticipants).set({ name: '' }).where(eq(sessionParticipants.sessionId, session.id))
    await tx.update(sharedCartItems).set({ notes: null }).where(eq(sharedCartItems.sessionId, session.id))
  }
}

/** Deletes a customer with the numbers that lead to them, and writes down the keys of all. */
export async function deleteCustomer(tx: Tx, id: number): Promise<void> {
  const keys = tx
    .select({ key: customers.erasureKey })
    .from(customers)
    .where(or(eq(customers.id, id), eq(customers.mergedInto, id)))
  await tx.insert(erasures).select(keys).onConflictDoNothing()
  await tx.delete(customers).where(eq(customers.id, id))
}
