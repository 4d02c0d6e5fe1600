import { and, count, desc, eq, ilike, inArray, lt, max, min, ne, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '#server/db/index.ts'
import { orderItems, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderItems.$inferSelect
export type NewOrder = typeof orders.$inferInsert
export type NewLine = Omit<typeof orderItems.$inferInsert, 'orderId'>

/** Writes an order with its lines and the first entry of its history. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: NewLine[],
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const [row] = await tx.insert(orders).values(order).returning()
  if (!row) throw new Error('an insert returned no row')
  const written = await tx
    .insert(orderItems)
    .values(lines.map((line) => ({ ...line, orderId: row.id })))
    .returning()
  await addHistory(tx, row.id, row.status, null, row.createdAt)
  return { order: row, lines: written }
}

export async function addHistory(tx: Tx, orderId: number, status: OrderStatus, userId: number | null, at: Date) {
  await tx.insert(orderStatusChanges).values({ orderId, status, userId, at })
}

/** Takes hold of an order until the transaction ends. */
export async function holdOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

type Change = Partial<Pick<OrderRow, 'status' | 'seenAt' | 'deliveredAt'>>

/** Changes an order that is held, as its next version. */
export async function updateOrder(tx: Tx, id: number, change: Change, now: Date): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...change, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('an order that is held is gone')
  return row
}

export function ordersByIds(db: Reader, ids: number[]): Promise<OrderRow[]> {
  return db.select().from(orders).where(inArray(orders.id, ids)).orderBy(desc(orders.id))
}

export function linesOf(db: Reader, orderIds: number[]): Promise<LineRow[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  return db.select().from(orderItems).where(inArray(orderItems.orderId, orderIds)).orderBy(orderItems.id)
}

/** The board: every open order, and the newest of the others. */
export async function boardOrders(db: Reader, others: number): Promise<OrderRow[]> {
  const open = db
    .select()
    .from(orders)
    .where(inArray(orders.status, [...OPEN_STATUSES]))
  // One ordered walk of the index for each closed status, cut early, rather than a sort of all that ever was.
  const closed = (status: OrderStatus) =>
    db.select().from(orders).where(eq(orders.status, status)).orderBy(desc(orders.id)).limit(others)
  const newest = unionAll(closed('completed'), closed('cancelled')).orderBy(desc(orders.id)).limit(others)
  const rows = await Promise.all([open, newest])
  return rows.flat().sort((a, b) => b.id - a.id)
}

export interface Search {
  status?: OrderStatus | undefined
  before?: number | undefined
  limit: number
  /** Folded text; a number is also looked for as the order's own. */
  q?: string | undefined
}

export function searchOrders(db: Reader, { status, before, limit, q }: Search): Promise<OrderRow[]> {
  const number = q && /^#?(\d{1,15})$/.exec(q)?.[1]
  const matches = q ? ilike(orders.searchText, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined
  return db
    .select()
    .from(orders)
    .where(
      and(
        status && eq(orders.status, status),
        before === undefined ? undefined : lt(orders.id, before),
        number ? sql`(${orders.id} = ${Number(number)} or ${matches})` : matches,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
}

export async function hasOpenOrders(tx: Tx, tableId: number): Promise<boolean> {
  const open = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES])))
    .limit(1)
  return open.length > 0
}

/** A customer's standing by the orders that count. */
export async function standingOf(tx: Tx, customerId: number) {
  const [row] = await tx
    .select({
      orderCount: count(),
      totalSpent: sum(orders.total).mapWith(Number),
      firstOrder: min(orders.createdAt),
      lastOrder: max(orders.createdAt),
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), ne(orders.status, 'cancelled')))
  return {
    orderCount: row?.orderCount ?? 0,
    totalSpent: row?.totalSpent ?? 0,
    firstOrder: row?.firstOrder ?? null,
    lastOrder: row?.lastOrder ?? null,
  }
}

/** Orders that have been delivered since before `moment`, and that no other instance is just completing. */
export async function holdDeliveredBefore(tx: Tx, moment: Date): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), lt(orders.deliveredAt, moment)))
    .orderBy(orders.id)
    .limit(100)
    .for('update', { skipLocked: true })
}
