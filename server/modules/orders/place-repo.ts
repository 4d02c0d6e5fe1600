import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { columnName, locking, OvertakenError, onlyOf, statement, type Tx } from '#server/db/index.ts'
import { customers, orderItems, orders } from '#server/db/schema/index.ts'
import { countingSql, type OrderToCount } from '#server/modules/customer-totals/index.ts'
import { WHATSAPP_TOPIC } from '#server/modules/notifications/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
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
