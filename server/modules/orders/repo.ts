import { and, count, desc, eq, inArray, like, lt, max, min, ne, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '#server/db/index.ts'
import { orderItems, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderItems.$inferSelect
/** What is known of an order before it is written; the rest is the same for every new one. */
export type NewOrder = Omit<OrderRow, 'id' | 'status' | 'version' | 'seenAt' | 'deliveredAt'>
export type NewLine = Pick<LineRow, 'menuItemId' | 'quantity' | 'name' | 'nameRo' | 'price' | 'notes' | 'guestName'>

/** Writes an order with its lines and the first entry of its history, in one round trip. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: NewLine[],
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const row = { ...order, status: 'pending', version: 1, seenAt: null, deliveredAt: null } as const
  const { rows } = await tx.execute<{ id: string; line_ids: string[] }>(sql`
    with placed as ${tx.insert(orders).values(row).returning({ id: orders.id })},
    written as (
      insert into order_items (order_id, menu_item_id, quantity, name, name_ro, price, notes, guest_name)
      select placed.id, line.*
      from placed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line
        ("menuItemId" bigint, quantity integer, name text, "nameRo" text, price bigint, notes text, "guestName" text)
      returning id
    ),
    history as (
      insert into order_status_changes (order_id, status, at)
      select id, ${row.status}, ${row.createdAt.toISOString()}::timestamptz from placed
    )
    select placed.id, array(select id from written order by id) as line_ids from placed`)
  const [written] = rows
  if (!written) throw new Error('an insert returned no row')
  const id = Number(written.id)
  // The lines were written in their order, so their ids rise with it.
  const withIds = lines.map((line, i) => ({ ...line, id: Number(written.line_ids[i]), orderId: id }))
  return { order: { ...row, id }, lines: withIds }
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
  // One parameter for all: the wire format counts parameters in two bytes, and a board may have more open orders.
  const among = sql`${orderItems.orderId} = any(${`{${orderIds.join(',')}}`}::bigint[])`
  return db.select().from(orderItems).where(among).orderBy(orderItems.id)
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
  // Two readings are two moments: an order that was changed in between is in both, and the newer copy counts.
  const rows = (await Promise.all([open, newest])).flat().sort((a, b) => b.id - a.id || b.version - a.version)
  return rows.filter(({ id }, i) => rows[i - 1]?.id !== id)
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
  const matches = q ? like(orders.searchText, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined
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
