import { and, count, desc, eq, inArray, isNull, like, lt, max, min, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { asColumns, columnName, fieldsOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import { orderItems, orderPrints, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { enqueueOrderSql } from '#server/modules/notifications/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'
import { addingToSummary } from './reading/summary-repo.ts'
import { ORDER_TOPIC } from './topic.ts'

/** Without the erasure key, which only erasing reads. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'erasureKey'>
export type TicketRow = OrderRow['tickets'][number]
export type OrderLineRow = typeof orderItems.$inferSelect
/** Fields that PostgreSQL fills, or that are the same for every new order. */
const NOT_GIVEN = [
  'id',
  'status',
  'version',
  'changedVersion',
  'tickets',
  'erasureKey',
  'seenAt',
  'deliveredAt',
  'readyAt',
  'erasedAt',
] as const
const NOT_GIVEN_OF_LINE = ['id', 'orderId', 'removedQuantity'] as const
export type NewOrder = Omit<OrderRow, (typeof NOT_GIVEN)[number]>
export type NewLine = Omit<OrderLineRow, (typeof NOT_GIVEN_OF_LINE)[number]>

const ofOrder = fieldsOf(orders, NOT_GIVEN)
const lineColumns = fieldsOf(orderItems, NOT_GIVEN_OF_LINE).map(columnName)

const NOT_YET = { seenAt: null, deliveredAt: null, readyAt: null, erasedAt: null }
/** What the column's default gives a new order. */
const FIRST_TICKETS = [{ id: 1, kind: 'kitchen' }] as const

interface Newcomers {
  customers: number
  vips: number
}

type OrderToWrite = NewOrder & Newcomers & { lines: string }

const writeOrder = statement<OrderToWrite, { id: string; line_ids: string[] }>(
  'write_order',
  (given) => `with placed as (
    insert into orders (${ofOrder.map(columnName)}, status, version)
    values (${ofOrder.map((field) => given[field])}, 'pending', 1)
    returning id
  ), written as (
    insert into order_items (order_id, ${lineColumns})
    select placed.id, ${lineColumns.map((column) => `line.${column}`)}
    from placed, jsonb_populate_recordset(null::order_items, ${given.lines}) line
    returning id
  ), history as (
    insert into order_status_changes (order_id, status, at) select id, 'pending', ${given.createdAt} from placed
  ), told as (
    ${enqueueOrderSql('placed', given.createdAt)}
  ), counted as (
    ${addingToSummary({ orders: '1', total: given.total, customers: given.customers, vips: given.vips })}
  )
  select id, array(select id from written order by id) as line_ids, ${announcingSql(ORDER_TOPIC, 'id')} from placed`,
)

/**
 * Writes an order with all that goes with it, in one statement: its lines, the first entry of its history, its message
 * to the owner, its part of the running figures, and the announcement. It locks a row of the figures: nothing may be locked after it.
 * @param newcomers how many customers and VIPs this order has made
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: NewLine[],
  newcomers: Newcomers,
): Promise<{ order: OrderRow; lines: OrderLineRow[] }> {
  const { customers, vips } = newcomers
  const [written] = await writeOrder(tx, { ...order, customers, vips, lines: JSON.stringify(lines.map(asColumns)) })
  if (!written) throw new Error('an insert returned no row')
  const id = Number(written.id)
  // The lines were written in their order, so their ids rise with it.
  const withIds = lines.map((line, i) => ({
    ...line,
    id: Number(written.line_ids[i]),
    orderId: id,
    removedQuantity: 0,
  }))
  const fresh = { status: 'pending', version: 1, changedVersion: 1, ...NOT_YET } as const
  return { order: { ...order, ...fresh, id, tickets: [...FIRST_TICKETS] }, lines: withIds }
}

/** @param by the user, whose name stays when the user is removed; null when nobody did it */
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

/** Locks the open orders of a table until the transaction ends: the oldest first. */
export function lockOpenAt(tx: Tx, tableId: number): Promise<OrderRow[]> {
  return tx.select().from(orders).where(isOpenAt(tableId)).orderBy(orders.id).for('update')
}

export async function countOpenAt(tx: Tx, tableId: number): Promise<number> {
  const [row] = await tx.select({ orders: count() }).from(orders).where(isOpenAt(tableId))
  return row?.orders ?? 0
}

type Marks = Partial<Pick<OrderRow, 'seenAt' | 'tickets'>>
type Place = Pick<OrderRow, 'tableId' | 'tableNumber' | 'movedFrom' | 'diningOption' | 'customerName' | 'searchText'>
type Change = Marks & Partial<Pick<OrderRow, 'status' | 'total' | 'deliveredAt' | 'readyAt'> & Place>

/** Changes status, table or lines of a locked order: its next version, by which it is another order than before. */
export function updateOrder(tx: Tx, id: number, change: Change, now: Date): Promise<OrderRow> {
  return write(tx, id, { ...change, changedVersion: sql`${orders.version} + 1` }, now)
}

/** Marks a locked order, as its next version: seen, printed. */
export function markOrder(tx: Tx, id: number, marks: Marks, now: Date): Promise<OrderRow> {
  return write(tx, id, marks, now)
}

async function write(tx: Tx, id: number, change: Change & { changedVersion?: SQL }, now: Date): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...change, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('a locked order is gone')
  return row
}

/** Takes so many off a line of a locked order, whose lines are locked with it. */
export async function takeOffLine(tx: Tx, itemId: number, removed: number): Promise<void> {
  await tx
    .update(orderItems)
    .set({
      quantity: sql`${orderItems.quantity} - ${removed}`,
      removedQuantity: sql`${orderItems.removedQuantity} + ${removed}`,
    })
    .where(eq(orderItems.id, itemId))
}

/** Writes down who may print: no new version, since nobody sees a claim. */
export async function writeClaim(tx: Tx, id: number, tickets: OrderRow['tickets']): Promise<void> {
  await tx.update(orders).set({ tickets }).where(eq(orders.id, id))
}

export async function addPrint(tx: Tx, print: typeof orderPrints.$inferInsert): Promise<void> {
  await tx.insert(orderPrints).values(print)
}

export function ordersByIds(db: Reader, ids: number[]): Promise<OrderRow[]> {
  const among = sql`${orders.id} = any(${`{${ids.join(',')}}`}::bigint[])`
  return db.select().from(orders).where(among).orderBy(desc(orders.id))
}

export function readOrderLines(db: Reader, orderIds: number[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  // One parameter for all: the wire format counts parameters in two bytes, and a board may have more open orders.
  const among = sql`${orderItems.orderId} = any(${`{${orderIds.join(',')}}`}::bigint[])`
  return db.select().from(orderItems).where(among).orderBy(orderItems.id)
}

export type PrintRow = typeof orderPrints.$inferSelect

export function readPrints(db: Reader, orderIds: number[]): Promise<PrintRow[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  const among = sql`${orderPrints.orderId} = any(${`{${orderIds.join(',')}}`}::bigint[])`
  return db.select().from(orderPrints).where(among).orderBy(orderPrints.id)
}

/** The board: the newest open orders, and the newest of the others. */
export async function boardOrders(db: Reader, most: { open: number; others: number }): Promise<OrderRow[]> {
  // One query for each status, which reads the index in order and stops early: sorting all orders would be slow.
  const walk = (status: OrderStatus, limit: number) =>
    db.select().from(orders).where(eq(orders.status, status)).orderBy(desc(orders.id)).limit(limit)
  const newest = ([one, other, ...more]: Statuses, limit: number) =>
    unionAll(walk(one, limit), walk(other, limit), ...more.map((status) => walk(status, limit)))
      .orderBy(desc(orders.id))
      .limit(limit)
  const open = newest(OPEN_STATUSES, most.open)
  const others = newest(['completed', 'cancelled'], most.others)
  // Two readings are two moments: an order that was changed in between is in both, and the newer copy counts.
  const rows = (await Promise.all([open, others])).flat().sort((a, b) => b.id - a.id || b.version - a.version)
  return rows.filter(({ id }, i) => rows[i - 1]?.id !== id)
}

type Statuses = readonly [OrderStatus, OrderStatus, ...OrderStatus[]]

export interface Search {
  status?: OrderStatus | undefined
  before?: number | undefined
  limit: number
  customerId?: number | undefined
  /** Folded text; a number is also looked for as the order's own. */
  q?: string | undefined
  /** Digits, looked for in the phone number whatever stands between its own. */
  phone?: string | undefined
}

export function searchOrders(db: Reader, { status, before, limit, customerId, q, phone }: Search): Promise<OrderRow[]> {
  const number = q && /^#?(\d{1,15})$/.exec(q)?.[1]
  const matches = q
    ? or(
        like(orders.searchText, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
        number ? eq(orders.id, Number(number)) : undefined,
        phone ? hasPhone(`%${phone}%`) : undefined,
      )
    : undefined
  return db
    .select()
    .from(orders)
    .where(
      and(
        status && eq(orders.status, status),
        before === undefined ? undefined : lt(orders.id, before),
        customerId === undefined ? undefined : eq(orders.customerId, customerId),
        matches,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
}

function hasPhone(digits: string) {
  // A number that could not be parsed has no customer and is stored as it was typed. Only those are read digit by digit:
  // of a million numbers that would take seconds.
  const isAsTyped = and(isNull(orders.customerId), ne(orders.phoneNumber, PLACEHOLDER_PHONE))
  const asDigits = sql`translate(${orders.phoneNumber}, ' +-./()', '')`
  return or(like(orders.phoneNumber, digits), and(isAsTyped, like(asDigits, digits)))
}

/** A customer's standing by the orders that count. */
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

/** Orders that have been delivered since before `moment`. */
export async function deliveredBefore(db: Reader, moment: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), lt(orders.deliveredAt, moment)))
    .orderBy(orders.id)
  return rows.map(({ id }) => id)
}
