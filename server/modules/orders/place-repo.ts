import { createHmac } from 'node:crypto'
import { and, eq, getTableColumns, inArray, not, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { columnName, locking, OvertakenError, onlyOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import { customers, orderItems, orders } from '#server/db/schema/index.ts'
import { WHATSAPP_TOPIC } from '#server/modules/notifications/index.ts'
import { isKeyOf } from '#server/modules/occupancy/index.ts'
import { addressKeys } from '#server/platform/limits/addresses.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { isInKitchen, OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import { countingSql, type OrderToCount } from './customers-repo.ts'
import type { OrderToPlace, Preconditions } from './price.ts'
import { ORDER_TOPIC, type OrderLineRow, type OrderRow } from './repo.ts'

/** What every new order has, by the defaults of its columns. */
export const NEW_ORDER = {
  ...({ customerId: null, status: 'pending', version: 1, changedVersion: 1, paid: 0, unpaid: 0 } as const),
  ...{ seenAt: null, deliveredAt: null, readyAt: null, erasedAt: null, endedAt: null },
}
/** The same of a line. */
export const NEW_LINE = { removedQuantity: 0, doneAt: null } as const
export type NewOrder = Omit<OrderRow, 'id' | keyof typeof NEW_ORDER>
export type NewLine = Omit<OrderLineRow, 'id' | 'orderId' | keyof typeof NEW_LINE>

const fieldsOf = (table: PgTable, without: readonly string[]) =>
  Object.keys(getTableColumns(table)).filter((field) => !without.includes(field))
const orderFields = fieldsOf(orders, ['id', 'erasureKey', ...Object.keys(NEW_ORDER)]) as (keyof NewOrder)[]
const lineFields = fieldsOf(orderItems, ['id', 'orderId', ...Object.keys(NEW_LINE)]) as (keyof NewLine)[]
const lineColumns = lineFields.map(columnName)

export interface WrittenIds {
  id: number
  lineIds: number[]
}

type Values = Omit<NewOrder, 'tickets'> &
  Record<'tickets' | 'lines', string> &
  Pick<OrderToCount, 'customerSearchText' | 'searchedName' | 'searchedEmail'> & { isCounted: boolean }

const insert = statement<Values, { id: string; line_ids: string[]; is_counted: boolean }>(
  'insert_order',
  (params) => `with
    ${countingSql(params)},
    placed as (
      insert into orders (customer_id, ${orderFields.map(columnName)})
      values ((select id from counted), ${orderFields.map((field) => `${params[field]}::${orders[field].getSQLType()}`)})
      returning id
    ),
    written as (
      insert into order_items (order_id, ${lineColumns})
      select placed.id, ${lineColumns.map((column) => `line.${column}`)}
      from placed, jsonb_populate_recordset(null::order_items, ${params.lines}::jsonb) line
      returning id
    ),
    history as (
      insert into order_status_changes (order_id, status, at)
      select id, 'pending', ${params.createdAt}::timestamptz from placed
    )
    select id, ${announcingSql(ORDER_TOPIC, 'id')}, array(select id from written order by id) as line_ids, exists (select from counted) as is_counted
    from placed`,
)

const asRow = (line: NewLine) => Object.fromEntries(lineFields.map((field, i) => [lineColumns[i], line[field]]))

/**
 * Writes an order with its lines and the beginning of its history, counts it for its customer, and announces it at the
 * commit.
 * @param customer undefined for an order that counts for no customer
 * @throws OvertakenError if the customer was merged or erased meanwhile
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly NewLine[],
  customer: OrderToCount | undefined,
): Promise<WrittenIds> {
  const texts = customer ?? { customerSearchText: '', searchedName: '', searchedEmail: '' }
  const isCounted = customer !== undefined
  if (isCounted) locking(tx, customers)
  const json = { tickets: JSON.stringify(order.tickets), lines: JSON.stringify(lines.map(asRow)) }
  const { id, line_ids, is_counted } = await onlyOf(insert(tx, { ...texts, ...order, ...json, isCounted }))
  if (is_counted !== isCounted) throw new OvertakenError()
  return { id: Number(id), lineIds: line_ids.map(Number) }
}

/** Queues the message to the owner about an order. */
export const queueMessage = statement<{ id: number; now: Date }>(
  'queue_order_message',
  ({ id, now }) => `insert into whatsapp_messages (order_id, created_at)
    select ${id}::bigint, ${now}::timestamptz from whatsapp_queue where configured
    returning ${announcingSql(WHATSAPP_TOPIC, 'order_id')}`,
)

/* What the unproven orders of one origin hold (docs/product/orders.md#orders-proven). */

const { id, origin, status, tableId, isProven } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])
const HOLDING = OPEN_STATUSES.filter(isInKitchen)
const listed = (statuses: readonly string[]) => statuses.map((each) => `'${each}'`).join()

interface Held extends Pick<Origin, 'keys' | 'times'> {
  phoneNumber: string
  now: Date
  /** How many slots the orders of one address, and of one phone number, may hold. */
  most: number
}

const exceedsMost = statement<Held, { exceeds: boolean }>(
  'holds_most',
  ({ keys, times, phoneNumber, now, most }) => `
  with held (origin, phone_number) as (
    select origin, phone_number from orders
    where origin is not null and (origin && ${keys}::int[] or phone_number = ${phoneNumber}) and (
      status in (${listed(HOLDING)}) and pickup_at >= ${now}::timestamptz
      or pickup_at is not null and created_at between ${now}::timestamptz - interval '10 minutes'
        and ${now}::timestamptz + interval '1 minute')
  )
  select (select count(*) from held where phone_number = ${phoneNumber}) >= ${most}::int or exists (
    select from unnest(${keys}::int[], ${times}::int[]) as network (key, times)
    where (select count(*) from held where network.key = any(origin)) >= ${most}::int * network.times
  ) as exceeds`,
)

/** Whether an address or a phone number may take no further slot: those that it holds or took lately count. */
export async function holdsMost(db: Reader, held: Held): Promise<boolean> {
  return (await onlyOf(exceedsMost(db, held))).exceeds
}

/** Counts the open unproven orders at a table. */
export async function countUnprovenAt(db: Reader, table: number): Promise<number> {
  return db.$count(orders, and(eq(tableId, table), not(isProven), isOpen))
}

/** The portions of a dish that open unproven orders took, and how many times the usual number this key may have. */
export interface TakenPortions {
  menuItemId: number
  times: number
  taken: number
}

/** @param placed SQL for the ids of orders, each with the `times` of the key that they are counted for */
const takenSql = ({ ids, now }: Record<'ids' | 'now', string>, placed: string) => `
  select item.menu_item_id::int as "menuItemId", times, sum(item.quantity)::int as taken
  from (${placed} and not is_proven and status in (${listed(OPEN_STATUSES)})) placed
  join order_items item on item.order_id = placed.id
  where item.menu_item_id = any(${ids}::bigint[]) and item.portions_until > ${now}::timestamptz
  group by item.menu_item_id, times`

interface ToCount {
  ids: readonly number[]
  now: Date
}

/** The portions that the open unproven orders at a table took. */
export const takenAtTable = statement<ToCount & { tableId: number }, TakenPortions>('taken_at_table', (params) =>
  takenSql(params, `select id, 1 as times from orders where table_id = ${params.tableId}::bigint`),
)

/** The portions that the open orders without a table of an origin took, by each of its keys. */
export const takenByOrigin = statement<ToCount & Pick<Origin, 'keys' | 'times'>, TakenPortions>(
  'taken_by_origin',
  (params) =>
    takenSql(
      params,
      `select orders.id, times from unnest(${params.keys}::int[], ${params.times}::int[]) as network (key, times)
      join orders on origin @> array[key] where table_id is null`,
    ),
)

/** Lists the unproven orders in the kitchen that came from the same address as this one, or its /56, and their versions. */
export async function listOfOrigin(db: Reader, order: number): Promise<{ id: number; version: number }[]> {
  const household = db
    .select({ keys: sql`${origin}[1:2]` })
    .from(orders)
    .where(eq(id, order))
  const isOfOrigin = or(eq(id, order), sql`${origin} && (${household})`)
  return db
    .select({ id, version: orders.version })
    .from(orders)
    .where(and(not(isProven), inArray(status, HOLDING), isOfOrigin))
    .orderBy(id)
}

/** The address of the guest who orders, as the limits count it. */
export interface Origin {
  /** Keyed hashes of its keys, the narrowest first, and how many times the limit each has. */
  keys: number[]
  times: number[]
  /** Whether anything of guests is limited. */
  isBounded: boolean
}

/** Returns a function that makes the origin of a request. @param secret the key of the hashes */
export function originsBy(secret: string, isBounded: boolean) {
  return ({ ip }: { ip: string }): Origin => {
    const keys = addressKeys(ip)
    return {
      keys: keys.map(({ key }) => createHmac('sha256', secret).update(key).digest().readInt32BE()),
      times: keys.map(({ times }) => times),
      isBounded,
    }
  }
}

/**
 * Whether staff or a program places the order, or a guest who has proved the table's key: the one predicate of what
 * bounds unproven orders (docs/product/orders.md#orders-proven).
 */
export function isProvenOrder(
  { isGuest, tableId, tableKey }: OrderToPlace,
  { table, hasProvenSeat }: Preconditions,
): boolean {
  if (!isGuest) return true
  return tableId !== null && table !== undefined && (hasProvenSeat || isKeyOf(table, tableKey))
}
