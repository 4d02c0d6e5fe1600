import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
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
import { alias, type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { isPhoneWithoutCustomer, orderItems, orderPrints, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { isOpen, OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order-status.ts'

/** Without the erasure key, which only erasing reads. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'erasureKey'>
export type TicketRow = OrderRow['tickets'][number]
export type OrderLineRow = typeof orderItems.$inferSelect

/**
 * Adds an entry to the order's history.
 * @param by the user, whose name stays when the user is deleted; null if no user did it
 */
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

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

const isOpenAt = (tableId: number) => and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES]))

/** Locks the open orders of a table until the transaction ends, oldest first. */
export function lockOpenOrdersAt(tx: Tx, tableId: number): Promise<OrderRow[]> {
  return tx.select().from(orders).where(isOpenAt(tableId)).orderBy(orders.id).for('update')
}

/** Locks the orders of a table that are on a bill, or all open ones, until the transaction ends; oldest first. */
export function lockBilledOrders(tx: Tx, tableId: number, ids: readonly number[] | undefined): Promise<OrderRow[]> {
  const isBilled = ids ? and(eq(orders.tableId, tableId), inArray(orders.id, [...ids])) : isOpenAt(tableId)
  return tx.select().from(orders).where(isBilled).orderBy(orders.id).for('update')
}

/** Counts the open orders of a table. */
export async function countOpenOrdersAt(tx: Tx, tableId: number): Promise<number> {
  const [row] = await tx.select({ orders: count() }).from(orders).where(isOpenAt(tableId))
  return row?.orders ?? 0
}

type Marks = Partial<Pick<OrderRow, 'seenAt' | 'tickets'>>
type TableFields = Pick<
  OrderRow,
  'tableId' | 'tableNumber' | 'tableLabel' | 'movedFrom' | 'diningOption' | 'customerName' | 'searchText'
>
type Change = Marks & Partial<Pick<OrderRow, 'status' | 'total' | 'deliveredAt' | 'readyAt' | 'endedAt'> & TableFields>

/**
 * Changes the status, table or lines of a locked order. Raises its version and `changedVersion`, which If-Match is
 * compared with.
 */
export function updateOrder(tx: Tx, id: number, change: Change, now: Date): Promise<OrderRow> {
  return writeChange(tx, id, { ...change, changedVersion: sql`${orders.version} + 1` }, now)
}

/** Sets marks of a locked order (seen, printed). Raises only its version. */
export function markOrder(tx: Tx, id: number, marks: Marks, now: Date): Promise<OrderRow> {
  return writeChange(tx, id, marks, now)
}

async function writeChange(
  tx: Tx,
  id: number,
  change: Change & { changedVersion?: SQL },
  now: Date,
): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...change, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('a locked order is gone')
  return row
}

/** Lowers the quantity of a line by `removed`. The order must be locked, which protects its lines too. */
export async function lowerLineQuantity(tx: Tx, itemId: number, removed: number): Promise<void> {
  await tx
    .update(orderItems)
    .set({
      quantity: sql`${orderItems.quantity} - ${removed}`,
      removedQuantity: sql`${orderItems.removedQuantity} + ${removed}`,
    })
    .where(eq(orderItems.id, itemId))
}

/** Sets or clears the moment at which a line was cooked. The order must be locked. */
export async function writeLineDone(tx: Tx, itemId: number, doneAt: Date | null): Promise<void> {
  await tx.update(orderItems).set({ doneAt }).where(eq(orderItems.id, itemId))
}

/** Marks the lines of locked orders that are still to be cooked as cooked. */
export async function markOpenLinesDone(tx: Tx, orderIds: number[], doneAt: Date): Promise<void> {
  await tx
    .update(orderItems)
    .set({ doneAt })
    .where(and(inArray(orderItems.orderId, orderIds), isNull(orderItems.doneAt), gt(orderItems.quantity, 0)))
}

/** Makes all lines of a locked order to be cooked again. */
export async function clearLinesDone(tx: Tx, orderId: number): Promise<void> {
  await tx
    .update(orderItems)
    .set({ doneAt: null })
    .where(and(eq(orderItems.orderId, orderId), isNotNull(orderItems.doneAt)))
}

/** Stores the claim of a ticket. No new version, because a claim is not shown. */
export async function writeClaim(tx: Tx, id: number, tickets: OrderRow['tickets']): Promise<void> {
  await tx.update(orders).set({ tickets }).where(eq(orders.id, id))
}

export async function addPrint(tx: Tx, print: typeof orderPrints.$inferInsert): Promise<void> {
  await tx.insert(orderPrints).values(print)
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
  db.select().from(orderItems).where(isListed(orderItems.orderId)).orderBy(orderItems.id).prepare('order_lines'),
)

export async function readOrderLines(db: Reader, orderIds: number[]): Promise<OrderLineRow[]> {
  return orderIds.length === 0 ? [] : orderLinesQuery(db).execute(listOf(orderIds))
}

export type PrintRow = typeof orderPrints.$inferSelect

const printsQuery = prepared((db) =>
  db.select().from(orderPrints).where(isListed(orderPrints.orderId)).orderBy(orderPrints.id).prepare('order_prints'),
)

export async function readPrints(db: Reader, orderIds: number[]): Promise<PrintRow[]> {
  return orderIds.length === 0 ? [] : printsQuery(db).execute(listOf(orderIds))
}

/**
 * Returns the orders that the board shows: the newest open ones and the newest of the others, newest first.
 * @param endedSince only others that ended since then
 */
export async function newestOrders(
  db: Reader,
  limits: { open: number; others: number },
  endedSince?: Date,
): Promise<OrderRow[]> {
  // One query per status reads the index in order and stops early: sorting all orders would be slow.
  const newestWithStatus = (status: OrderStatus, limit: number) =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.status, status), isOpen(status) ? undefined : hasEndedSince(endedSince)))
      .orderBy(desc(orders.id))
      .limit(limit)
  const newest = ([first, second, ...rest]: Statuses, limit: number) =>
    unionAll(
      newestWithStatus(first, limit),
      newestWithStatus(second, limit),
      ...rest.map((status) => newestWithStatus(status, limit)),
    )
      .orderBy(desc(orders.id))
      .limit(limit)
  const open = newest(OPEN_STATUSES, limits.open)
  const others = newest(['completed', 'cancelled'], limits.others)
  // The queries see different snapshots: an order changed in between is in both, and the newer version counts.
  const rows = (await Promise.all([open, others])).flat().sort((a, b) => b.id - a.id || b.version - a.version)
  return rows.filter(({ id }, i) => rows[i - 1]?.id !== id)
}

type Statuses = readonly [OrderStatus, OrderStatus, ...OrderStatus[]]

export interface OrderFilter {
  status?: OrderStatus | undefined
  before?: number | undefined
  limit: number
  /** Only open orders, and others that ended since then. */
  endedSince?: Date | undefined
  customerId?: number | undefined
  /** Folded text to search for; a number also matches the order's id. */
  q?: string | undefined
  /** Digits to search for in the phone number, whatever separators it is stored with. */
  phone?: string | undefined
}

export function searchOrders(
  db: Reader,
  { status, before, limit, endedSince, customerId, q, phone }: OrderFilter,
): Promise<OrderRow[]> {
  const number = q && /^#?(\d{1,15})$/.exec(q)?.[1]
  const matches = q
    ? or(containsText(q), number ? eq(orders.id, Number(number)) : undefined, phone ? hasPhone(db, phone) : undefined)
    : undefined
  return db
    .select()
    .from(orders)
    .where(
      and(
        status && eq(orders.status, status),
        isOpenOrEndedSince(endedSince, status),
        before === undefined ? undefined : lt(orders.id, before),
        customerId === undefined ? undefined : eq(orders.customerId, customerId),
        matches,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
}

const hasEndedSince = (moment: Date | undefined) => moment && gte(orders.endedAt, moment)

/** By status, if that is known, so that PostgreSQL reads one index and not the whole history. */
function isOpenOrEndedSince(moment: Date | undefined, status: OrderStatus | undefined): SQL | undefined {
  if (moment === undefined || (status && isOpen(status))) return undefined
  return status ? hasEndedSince(moment) : or(inArray(orders.status, [...OPEN_STATUSES]), hasEndedSince(moment))
}

const containsText = (text: string) => like(orders.searchText, `%${text.replace(/[\\%_]/g, '\\$&')}%`)

function hasPhone(db: Reader, digits: string) {
  // The search text contains the number, and its index finds the text.
  const isStored = and(containsText(digits), like(orders.phoneNumber, `%${digits}%`))
  // Phone numbers that could not be parsed have no customer and are stored as typed. Only for those are separators
  // removed: for a million numbers that would take seconds. PostgreSQL expects far more of them than there are, so they
  // are read first, by their own index: within the other conditions they would make it read all orders.
  const asDigits = sql`translate(${orders.phoneNumber}, ' +-./()', '')`
  const asTyped = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isPhoneWithoutCustomer(orders), like(asDigits, `%${digits}%`)))
  return or(isStored, sql`${orders.id} = any(array(${asTyped}))`)
}

/**
 * Returns the figures of a customer over the orders that count, which are all but the cancelled ones; `totalSpent` in
 * minor units.
 */
export async function customerFiguresOf(tx: Tx, customerId: number) {
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

/**
 * Returns the orders without a table that have been delivered since before `moment`, and the tables all of whose open
 * orders have; both by id.
 */
export async function findDeliveredBefore(
  db: Reader,
  moment: Date,
): Promise<{ orderIds: number[]; tableIds: number[] }> {
  const other = alias(orders, 'other')
  const isOtherRecent = or(ne(other.status, 'delivered'), gte(other.deliveredAt, moment))
  const recentAtTable = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.tableId, orders.tableId), inArray(other.status, [...OPEN_STATUSES]), isOtherRecent))
  const rows = await db
    .select({ id: orders.id, tableId: orders.tableId })
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), lt(orders.deliveredAt, moment), notExists(recentAtTable)))
    .orderBy(orders.id)
  return {
    orderIds: rows.flatMap(({ id, tableId }) => (tableId === null ? id : [])),
    tableIds: [...new Set(rows.flatMap(({ tableId }) => tableId ?? []))],
  }
}

/** Returns the ids of a customer's orders, newest first. @param limit undefined returns all of them */
export async function listOrderIdsOf(db: Reader, customerId: number, limit?: number): Promise<number[]> {
  const query = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.id))
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ id }) => id)
}
