import { and, count, desc, eq, inArray, isNull, like, lt, max, min, ne, or, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { asColumns, columnName, fieldsOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import { orderItems, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { OPEN_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'
import { addingToSummary } from './summary-repo.ts'
import { ORDER_TOPIC } from './topic.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderItems.$inferSelect
/** Fields that PostgreSQL fills, or that are the same for every new order. */
const NOT_GIVEN = ['id', 'status', 'version', 'seenAt', 'deliveredAt'] as const
const NOT_GIVEN_OF_LINE = ['id', 'orderId'] as const
export type NewOrder = Omit<OrderRow, (typeof NOT_GIVEN)[number]>
export type NewLine = Omit<OrderLineRow, (typeof NOT_GIVEN_OF_LINE)[number]>

const ofOrder = fieldsOf(orders, NOT_GIVEN)
const lineColumns = fieldsOf(orderItems, NOT_GIVEN_OF_LINE).map(columnName)

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
  ), counted as (
    ${addingToSummary({ orders: '1', total: given.total, customers: given.customers, vips: given.vips })}
  )
  select id, array(select id from written order by id) as line_ids, ${announcingSql(ORDER_TOPIC, 'id')} from placed`,
)

/**
 * Writes an order with all that goes with it, in one statement: its lines, the first entry of its history, its part of
 * the running figures, and the announcement. It locks a row of the figures: nothing may be locked after it.
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
  const withIds = lines.map((line, i) => ({ ...line, id: Number(written.line_ids[i]), orderId: id }))
  const row = { ...order, id, status: 'pending', version: 1, seenAt: null, deliveredAt: null } as const
  return { order: row, lines: withIds }
}

export async function addHistory(tx: Tx, orderId: number, status: OrderStatus, userId: number | null, at: Date) {
  await tx.insert(orderStatusChanges).values({ orderId, status, userId, at })
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

type Change = Partial<Pick<OrderRow, 'status' | 'seenAt' | 'deliveredAt'>>

/** Changes an order that this transaction has locked, and raises its version. */
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

export function readOrderLines(db: Reader, orderIds: number[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  // One parameter for all: the wire format counts parameters in two bytes, and a board may have more open orders.
  const among = sql`${orderItems.orderId} = any(${`{${orderIds.join(',')}}`}::bigint[])`
  return db.select().from(orderItems).where(among).orderBy(orderItems.id)
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
  /** Folded text; a number is also looked for as the order's own. */
  q?: string | undefined
  /** Digits, looked for in the phone number whatever stands between its own. */
  phone?: string | undefined
}

export function searchOrders(db: Reader, { status, before, limit, q, phone }: Search): Promise<OrderRow[]> {
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
    .where(and(status && eq(orders.status, status), before === undefined ? undefined : lt(orders.id, before), matches))
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
