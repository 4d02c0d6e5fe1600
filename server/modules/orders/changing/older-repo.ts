import { and, asc, count, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '#server/db/index.ts'
import { orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { markOpenLinesDone } from '../repo.ts'

const isOpen = inArray(orders.status, [...OPEN_STATUSES])

/** Counts the open orders that were placed before a moment. */
export async function countOpenBefore(db: Reader, before: Date): Promise<number> {
  const [row] = await db
    .select({ orders: count() })
    .from(orders)
    .where(and(isOpen, lt(orders.createdAt, before)))
  return row?.orders ?? 0
}

/** Returns the ids, greater than `after`, of open orders that were placed before a moment, in ascending order. */
export async function openIdsBefore(db: Reader, before: Date, after: number, limit: number): Promise<number[]> {
  // One query per status: each reads the index in order and stops after `limit` rows.
  const idsWithStatus = (status: OrderStatus) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.status, status), gt(orders.id, after), lt(orders.createdAt, before)))
      .orderBy(asc(orders.id))
      .limit(limit)
  const rows = await unionAll(
    idsWithStatus('pending'),
    idsWithStatus('preparing'),
    idsWithStatus('ready'),
    idsWithStatus('delivered'),
  )
    .orderBy(asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks the orders among these that are still open, until the transaction ends. */
export async function lockStillOpen(tx: Tx, ids: number[]): Promise<{ id: number; tableId: number | null }[]> {
  return tx
    .select({ id: orders.id, tableId: orders.tableId })
    .from(orders)
    .where(and(inArray(orders.id, ids), isOpen))
    .orderBy(asc(orders.id))
    .for('update')
}

/** Completes orders that this transaction has locked, and adds an entry to the history of each. */
export async function completeLocked(
  tx: Tx,
  ids: number[],
  { userId, username }: { userId: number; username: string },
  now: Date,
): Promise<void> {
  await tx
    .update(orders)
    .set({
      status: 'completed',
      seenAt: sql`coalesce(${orders.seenAt}, ${now.toISOString()}::timestamptz)`,
      deliveredAt: null,
      endedAt: now,
      updatedAt: now,
      version: sql`${orders.version} + 1`,
      changedVersion: sql`${orders.version} + 1`,
    })
    .where(inArray(orders.id, ids))
  await markOpenLinesDone(tx, ids, now)
  await tx
    .insert(orderStatusChanges)
    .values(ids.map((orderId) => ({ orderId, status: 'completed' as const, userId, username, at: now })))
}
