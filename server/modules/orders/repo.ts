import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  ne,
  notExists,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { anyOfIds, firstOf, locking, onlyOf, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { orderItems, orderPrints, orderStatusChanges, orders, settings } from '#server/db/schema/index.ts'
import { followTickets } from '#server/modules/printing/index.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { WatchedLine } from '#shared/contracts/live.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'

/** Topic of the announcement that one order is new or changed; carries the order's id. */
export const ORDER_TOPIC = 'order'
/** Topic of the announcement that many orders changed at once; does not say which. */
export const ORDERS_TOPIC = 'orders'

/** The erasure key is left out; only erasing reads it. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'erasureKey'>
export type TicketRow = OrderRow['tickets'][number]
export type OrderLineRow = typeof orderItems.$inferSelect

/** @param by the user, whose name stays when the user is deleted; null if no user did it */
export async function addHistory(
  tx: Tx,
  orderId: number,
  status: OrderStatus,
  by: { userId: number; username: string } | null,
  at: Date,
): Promise<void> {
  const { userId, username } = by ?? { userId: null, username: null }
  await tx.insert(orderStatusChanges).values({ orderId, status, userId, username, at })
}

const locked = (tx: Tx, which: SQL | undefined) =>
  locking(tx, orders).select().from(orders).where(which).orderBy(orders.id).for('update')

export function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return firstOf(locked(tx, eq(orders.id, id)))
}

const isOpenAt = (tableId: number) => and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES]))

/** Locks orders until the transaction ends, by id. */
export function lockOrders(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  return locked(tx, inArray(orders.id, [...ids]))
}

/** Locks the open orders of a table, or those of its orders with these ids, until the transaction ends; oldest first. */
export function lockTableOrders(tx: Tx, tableId: number, ids?: readonly number[]): Promise<OrderRow[]> {
  return locked(tx, ids ? and(eq(orders.tableId, tableId), inArray(orders.id, [...ids])) : isOpenAt(tableId))
}

export async function countOpenOrdersAt(tx: Tx, tableId: number): Promise<number> {
  return tx.$count(orders, isOpenAt(tableId))
}

type Marks = Partial<Pick<OrderRow, 'seenAt' | 'tickets' | 'paid' | 'unpaid'>>
/** Columns that a change may set; version and timestamps follow. */
type Change = Partial<Omit<OrderRow, 'id' | 'version' | 'changedVersion' | 'createdAt' | 'updatedAt'>>

/**
 * Changes the status, table or lines of a locked order and announces it; its print jobs follow. Raises its version and `changedVersion`,
 * which If-Match is compared with.
 */
export async function updateOrder(tx: Tx, id: number, change: Change, now: Date): Promise<OrderRow> {
  const row = await writeChange(tx, id, { ...change, changedVersion: sql`${orders.version} + 1` }, now)
  if (change.tickets) await followTickets(tx, row, now)
  await announceChange(tx, { topic: ORDER_TOPIC, id })
  return row
}

/** Sets marks of a locked order (seen, printed, paid). It raises only the version. */
export function markOrder(tx: Tx, id: number, marks: Marks, now: Date): Promise<OrderRow> {
  return writeChange(tx, id, marks, now)
}

async function writeChange(tx: Tx, id: number, change: Change & { changedVersion?: SQL }, now: Date) {
  const changed = { ...change, updatedAt: now, version: sql`${orders.version} + 1` }
  return onlyOf(tx.update(orders).set(changed).where(eq(orders.id, id)).returning())
}

/** Lowers the quantity of a line by `removed`. The order must be locked, which protects its lines too. */
export async function lowerLineQuantity(tx: Tx, itemId: number, removed: number): Promise<void> {
  const quantity = sql`${orderItems.quantity} - ${removed}`
  const removedQuantity = sql`${orderItems.removedQuantity} + ${removed}`
  await tx.update(orderItems).set({ quantity, removedQuantity }).where(eq(orderItems.id, itemId))
}

/** Sets or clears the time at which a line was cooked. The order must be locked. */
export async function writeLineDone(tx: Tx, itemId: number, doneAt: Date | null): Promise<void> {
  await tx.update(orderItems).set({ doneAt }).where(eq(orderItems.id, itemId))
}

/** Marks the lines of locked orders that are still to be cooked as cooked. */
export async function markOpenLinesDone(tx: Tx, orderIds: number[], doneAt: Date): Promise<void> {
  const { orderId, doneAt: done, quantity, cooked } = orderItems
  const isUncooked = and(inArray(orderId, orderIds), isNull(done), gt(quantity, 0), eq(cooked, true))
  await tx.update(orderItems).set({ doneAt }).where(isUncooked)
}

/** Marks all lines of a locked order as still to be cooked. */
export async function clearLinesDone(tx: Tx, orderId: number): Promise<void> {
  const isCooked = and(eq(orderItems.orderId, orderId), isNotNull(orderItems.doneAt))
  await tx.update(orderItems).set({ doneAt: null }).where(isCooked)
}

/** Stores the claim of a ticket. The version stays, because claims are not shown. */
export async function writeClaim(tx: Tx, id: number, tickets: OrderRow['tickets']): Promise<void> {
  await tx.update(orders).set({ tickets }).where(eq(orders.id, id))
}

/** Adds a print of a locked order, and deletes older ones. @param kept the number of prints that the order keeps */
export async function addPrint(tx: Tx, print: typeof orderPrints.$inferInsert, kept: number): Promise<void> {
  const { id, orderId } = orderPrints
  const ofOrder = eq(orderId, print.orderId)
  const older = tx.select({ id }).from(orderPrints).where(ofOrder).orderBy(desc(id)).offset(kept)
  await Promise.all([
    tx.insert(orderPrints).values(print),
    tx.delete(orderPrints).where(and(ofOrder, inArray(id, older))),
  ])
}

// One array parameter: the wire protocol allows 65,535 parameters, and a board may have more open orders.
const isListed = (column: PgColumn) => sql`${column} = any(${sql.placeholder('ids')}::bigint[])`
const listOf = (ids: readonly number[]) => ({ ids: `{${ids.join(',')}}` })

const ordersByIdsQuery = prepared((db) =>
  db.select().from(orders).where(isListed(orders.id)).orderBy(desc(orders.id)).prepare('orders_by_ids'),
)

export function ordersByIds(db: Reader, ids: number[]): Promise<OrderRow[]> {
  return ordersByIdsQuery(db).execute(listOf(ids))
}

const orderLinesQuery = prepared((db) =>
  db
    .select({ ...getTableColumns(orderItems), hasPayments: sql<boolean>`(select payments from settings)` })
    .from(orderItems)
    .where(isListed(orderItems.orderId))
    .orderBy(orderItems.id)
    .prepare('order_lines'),
)

/** A line that also says whether payments are on, which saves a statement. */
export type ReadLineRow = OrderLineRow & { hasPayments: boolean }

export async function readOrderLines(db: Reader, orderIds: number[]): Promise<ReadLineRow[]> {
  return orderIds.length === 0 ? [] : orderLinesQuery(db).execute(listOf(orderIds))
}

export type PrintRow = typeof orderPrints.$inferSelect

const printsQuery = prepared((db) =>
  db.select().from(orderPrints).where(isListed(orderPrints.orderId)).orderBy(orderPrints.id).prepare('order_prints'),
)

export async function readPrints(db: Reader, orderIds: number[]): Promise<PrintRow[]> {
  return orderIds.length === 0 ? [] : printsQuery(db).execute(listOf(orderIds))
}

const hasPaymentsQuery = prepared((db) => db.select({ payments: settings.payments }).from(settings).prepare('payments'))

export async function hasPayments(db: Reader): Promise<boolean> {
  const [row] = await hasPaymentsQuery(db).execute()
  return row?.payments ?? false
}

/** Figures of the orders that count, which are all but cancelled ones; `totalSpent` is in minor units. */
export async function customerFiguresOf(tx: Tx, customerId: number) {
  const figures = {
    orderCount: count(),
    totalSpent: sql<number>`coalesce(sum(${orders.total}), 0)`.mapWith(Number),
    firstOrder: min(orders.createdAt),
    lastOrder: max(orders.createdAt),
  }
  const doesCount = and(eq(orders.customerId, customerId), ne(orders.status, 'cancelled'))
  return onlyOf(tx.select(figures).from(orders).where(doesCount))
}

/**
 * Returns the ids of the orders without a table that were delivered before `moment`, and of the tables whose open
 * orders were all delivered before it.
 * @param onlySettled leaves out orders that are not paid, or that have money to be given back
 */
export async function findDeliveredBefore(db: Reader, moment: Date, onlySettled: boolean) {
  const other = alias(orders, 'other')
  const isUnsettled = onlySettled ? ne(other.total, other.paid) : undefined
  const isOtherRecent = or(ne(other.status, 'delivered'), gte(other.deliveredAt, moment), isUnsettled)
  const recentAtTable = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.tableId, orders.tableId), inArray(other.status, [...OPEN_STATUSES]), isOtherRecent))
  const isSettled = onlySettled ? eq(orders.total, orders.paid) : undefined
  const isEarly = and(eq(orders.status, 'delivered'), lt(orders.deliveredAt, moment), isSettled)
  const rows = await db
    .select({ id: orders.id, tableId: orders.tableId })
    .from(orders)
    .where(and(isEarly, notExists(recentAtTable)))
    .orderBy(orders.id)
  return {
    orderIds: rows.flatMap(({ id, tableId }) => (tableId === null ? id : [])),
    tableIds: [...new Set(rows.flatMap(({ tableId }) => tableId ?? []))],
  }
}

/** Returns a customer's orders, newest first. @param limit undefined returns all of them */
export function readCustomerOrders(db: Reader, customerId: number, limit = Number.MAX_SAFE_INTEGER) {
  return db.select().from(orders).where(eq(orders.customerId, customerId)).orderBy(desc(orders.id)).limit(limit)
}

/** A select of one table writes columns without its name, so the order's id is written out. */
const lines = sql<WatchedLine[]>`(
  select coalesce(json_agg(json_build_object('menuItemId', menu_item_id, 'quantity', quantity, 'name', name,
    'nameRo', name_ro, 'price', price, 'listPrice', coalesce(list_price, price), 'notes', notes, 'options', options,
    'partOf', part_of) order by order_items.id), '[]')
  from order_items where order_id = orders.id and quantity > 0
)`
const { id, status, version, seenAt, total, tableNumber, tickets, diningOption, pickupAt, tokenHash } = orders
const progress = { id, status, version, seenAt, total, tableNumber, tickets, diningOption, pickupAt, lines, tokenHash }

/** The columns from which a guest's view of a watched order is made. */
export type ProgressRow = Awaited<ReturnType<typeof readProgressRows>>[number]

export function readProgressRows(db: Reader, ids: number[]) {
  const isOneOf = sql`${id} = ${anyOfIds(ids)}`
  return db.select(progress).from(orders).where(isOneOf)
}

/** Fewer orders do not predict how long the next one takes. */
const MIN_TIMED_ORDERS = 20
/** The number of newest orders that are read: more would change the median little, and take time. */
const MAX_TIMED_ORDERS = 5_000

/** Returns the median seconds until "ready" since a moment, for each dining option with enough orders. */
export function readMedianTimes(db: Reader, since: Date) {
  const { createdAt, startAt, readyAt } = orders
  const seconds = sql<number>`date_part('epoch', ${readyAt} - coalesce(${startAt}, ${createdAt}))`.as('seconds')
  const recent = db
    .select({ diningOption, seconds })
    .from(orders)
    .where(and(gte(createdAt, since), isNotNull(readyAt), ne(status, 'cancelled'), eq(orders.isTest, false)))
    .orderBy(desc(createdAt))
    .limit(MAX_TIMED_ORDERS)
    .as('recent')
  const median = sql<number>`percentile_cont(0.5) within group (order by ${recent.seconds})`
  return db
    .select({ diningOption: recent.diningOption, median })
    .from(recent)
    .groupBy(recent.diningOption)
    .having(gte(count(), MIN_TIMED_ORDERS))
}

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
