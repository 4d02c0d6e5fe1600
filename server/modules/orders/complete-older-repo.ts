import { and, asc, inArray, ne, sql, sum } from 'drizzle-orm'
import { locking, type Reader, type Tx } from '#server/db/index.ts'
import { orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import { markOpenLinesDone } from './repo.ts'

const hasOpenStatus = inArray(orders.status, [...OPEN_STATUSES])

const beganBefore = (moment: Date) =>
  sql`coalesce(${orders.startAt}, ${orders.createdAt}) < ${moment.toISOString()}::timestamptz`

export async function countOpenBefore(db: Reader, before: Date): Promise<number> {
  return db.$count(orders, and(hasOpenStatus, beganBefore(before)))
}

/** Returns what the open orders from before a moment owe together; null if each of them is settled. */
export async function dueOfOpenBefore(db: Reader, before: Date): Promise<number | null> {
  const [row] = await db
    .select({ due: sum(sql`${orders.total} - ${orders.paid}`).mapWith(Number) })
    .from(orders)
    .where(and(hasOpenStatus, beganBefore(before), ne(orders.total, orders.paid)))
  return row?.due ?? null
}

/** Locks the first open orders from before a moment, by id. */
export function lockOpenBefore(tx: Tx, before: Date, limit: number): Promise<{ id: number; tableId: number | null }[]> {
  return locking(tx, orders)
    .select({ id: orders.id, tableId: orders.tableId })
    .from(orders)
    .where(and(hasOpenStatus, beganBefore(before)))
    .orderBy(asc(orders.id))
    .limit(limit)
    .for('update')
}

/** Completes locked orders, and extends their histories. @param keepsDue whether they keep owing what is not paid */
export async function completeLocked(
  tx: Tx,
  ids: number[],
  keepsDue: boolean,
  { by: { userId, username }, now }: { by: { userId: number; username: string }; now: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      status: 'completed',
      ...(keepsDue && { unpaid: sql`${orders.total} - ${orders.paid}` }),
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
