import { columnName, type Database, fieldsOf, inOneStatement, type Statement, statement } from '#server/db/index.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { countOrderSql, type OrderToCount } from '#server/modules/customer-totals/index.ts'
import { areDishesUnchangedSql } from '#server/modules/menu/index.ts'
import { enqueueOrderSql } from '#server/modules/notifications/index.ts'
import { lockUnchangedTableSql, occupyLockedSql } from '#server/modules/occupancy/index.ts'
import { areSettingsUnchangedSql } from '#server/modules/settings/index.ts'
import { type Attempt, insertResponseSql, isNewAttemptSql } from '#server/platform/idempotency.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { addToSummarySql } from '../reading/summary-repo.ts'
import type { OrderLineRow, OrderRow } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'

/** Columns that PostgreSQL fills, or that are the same for every new order. */
const GENERATED_FIELDS = [
  'id',
  'customerId',
  'status',
  'version',
  'changedVersion',
  'erasureKey',
  'seenAt',
  'deliveredAt',
  'readyAt',
  'erasedAt',
  'endedAt',
] as const
const GENERATED_LINE_FIELDS = ['id', 'orderId', 'removedQuantity', 'doneAt'] as const
export type NewOrder = Omit<OrderRow, (typeof GENERATED_FIELDS)[number]>
export type NewLine = Omit<OrderLineRow, (typeof GENERATED_LINE_FIELDS)[number]>

const orderFields = fieldsOf(orders, GENERATED_FIELDS)
const lineFields = fieldsOf(orderItems, GENERATED_LINE_FIELDS)
const lineColumns = lineFields.map(columnName)

/** The versions of the rows by which an order was accepted and priced. */
export interface Assumed {
  settingsVersion: string
  dishIds: number[]
  dishVersions: string[]
}

/** A response whose ids PostgreSQL generates: the order's and then its lines' go between the pieces, in this order. */
export type PiecesAroundIds = string[]

/** An order to write, with all that follows from it. */
export interface OrderToWrite {
  order: NewOrder
  lines: NewLine[]
  /** Undefined for an order without a usable phone number. */
  customer: Pick<OrderToCount, 'customerSearchText' | 'foldedName' | 'foldedEmail'> | undefined
  /** The key of the table's code as it was read; undefined for an order without a table. */
  tableKey: string | undefined
  /** Whether no message is sent to the owner. */
  isTest: boolean
  assumed: Assumed
  /**
   * Undefined for an order whose response is not stored. An order whose response is stored is announced after its
   * commit, by `announceWaiting`; any other one by its commit.
   */
  stored: (Attempt & { pieces: PiecesAroundIds }) | undefined
}

export interface WrittenIds {
  id: number
  lineIds: number[]
}

const PARTS = ['withTable', 'withCustomer', 'withKey', 'withMessage'] as const
type Parts = Record<(typeof PARTS)[number], boolean>
type Values = NewOrder &
  OrderToCount &
  Attempt &
  Assumed & { lines: string; pieces: PiecesAroundIds; seenTableKey: string }
/** Only parameters that a statement uses may be read. */
type Params = Readonly<Record<keyof Values, string>>
type WrittenRow = { id: string; line_ids: string[] }

/*
 * The expressions depend on each other, so that nothing is written unless all that was assumed is still true, and locks
 * are taken in the order key, table, customer, summary.
 */
function orderSql(params: Params, { withTable, withCustomer, withKey, withMessage }: Parts): string {
  const now = `${params.createdAt}::timestamptz`
  const isUnchanged = [
    areSettingsUnchangedSql(`${params.settingsVersion}::text`),
    areDishesUnchangedSql(params.dishIds, params.dishVersions),
    ...(withKey ? [isNewAttemptSql({ key: `${params.key}::text`, lock: `${params.lock}::int` })] : []),
  ]
  const checked = withTable ? 'locked_table' : 'unchanged'
  const newCustomer = (column: string) => (withCustomer ? `(select ${column} from customer)` : '0')
  const expressions = [
    `unchanged as materialized (select where ${isUnchanged.join(' and ')})`,
    ...(withTable ? [`locked_table as materialized (${lockTableSql(params)})`] : []),
    ...(withCustomer ? [countOrderSql(params, checked)] : []),
    `placed as (
      insert into orders (customer_id, ${orderFields.map(columnName)}, status, version)
      select ${withCustomer ? 'customer.id' : 'null'}, ${orderFields.map((field) => typed(params[field], orders[field]))}, 'pending', 1
      from ${withCustomer ? 'customer' : checked}
      returning id
    )`,
    `written as (
      insert into order_items (order_id, ${lineColumns})
      select placed.id, ${lineColumns.map((column) => `line.${column}`)}
      from placed, jsonb_populate_recordset(null::order_items, ${params.lines}::jsonb) line
      returning id
    )`,
    'ids as materialized (select id as order_id, array(select id from written order by id) as line_ids from placed)',
    `history as (
      insert into order_status_changes (order_id, status, at) select id, 'pending', ${now} from placed
    )`,
    ...(withMessage ? [`message as (${enqueueOrderSql('placed', now)})`] : []),
    `counted as (
      ${addToSummarySql({ orders: '1', total: `${params.total}::bigint`, customers: newCustomer('new_customers'), vips: newCustomer('new_vips') })}
        and exists (select from placed)
    )`,
    ...(withTable ? [`occupied as (${occupyLockedSql({ locked: 'locked_table', now, placed: 'placed' })})`] : []),
    ...(withKey
      ? [
          `answered as (${storeResponseSql(params)})`,
          'waiting as (insert into order_announcements (order_id) select order_id from ids)',
        ]
      : []),
  ]
  const announced = withKey ? '' : `, ${announcingSql(ORDER_TOPIC, 'order_id')}`
  return `with ${expressions.join(', ')} select order_id as id, line_ids${announced} from ids`
}

const lockTableSql = (params: Params) =>
  lockUnchangedTableSql(
    {
      id: `${params.tableId}::bigint`,
      number: `${params.tableNumber}::int`,
      label: `${params.tableLabel}::text`,
      key: `${params.seenTableKey}::text`,
    },
    'unchanged',
  )

function storeResponseSql(params: Params): string {
  const response = `(
    select string_agg(piece || coalesce(id::text, ''), '' order by n)
    from unnest(${params.pieces}::text[], ids.order_id || ids.line_ids) with ordinality as part (piece, id, n))`
  const key = `${params.key}::text`
  const bodyHash = `${params.bodyHash}::text`
  const now = `${params.createdAt}::timestamptz`
  return insertResponseSql({ key, bodyHash, response, orderId: 'ids.order_id', now }, 'ids')
}

const typed = (param: string, column: { getSQLType(): string }) => `${param}::${column.getSQLType()}`

const asRow = (line: NewLine) => Object.fromEntries(lineFields.map((field, i) => [lineColumns[i], line[field]]))

const statements = new Map<string, Statement<Values, WrittenRow>>()

function statementWith(parts: Parts): Statement<Values, WrittenRow> {
  const names = PARTS.filter((part) => parts[part])
  const name = ['place_order', ...names.map(columnName)].join('_')
  const known = statements.get(name) ?? statement<Values, WrittenRow>(name, (params) => orderSql(params, parts))
  statements.set(name, known)
  return known
}

/**
 * Writes an order in one statement with its lines, the first entry of its history, the message to the owner, its
 * customer, its table, its part of the summary, its stored response and the announcement. It locks a row of the summary,
 * which must be the last lock of the transaction.
 * @returns undefined if nothing was written, because something that was assumed has changed, or the key is in use
 */
export async function writeOrder(
  db: Database,
  { order, lines, customer, tableKey, isTest, assumed, stored }: OrderToWrite,
): Promise<WrittenIds | undefined> {
  const parts = {
    withTable: tableKey !== undefined,
    withCustomer: customer !== undefined,
    withKey: stored !== undefined,
    withMessage: !isTest,
  }
  const values = {
    ...order,
    ...customer,
    ...assumed,
    ...stored,
    seenTableKey: tableKey,
    tickets: JSON.stringify(order.tickets),
    lines: JSON.stringify(lines.map(asRow)),
  }
  // Values of parts that the statement does not have are not sent.
  const [written] = await inOneStatement(db, statementWith(parts), values as unknown as Values)
  return written && { id: Number(written.id), lineIds: written.line_ids.map(Number) }
}

const announceAll = statement<object>(
  'announce_orders',
  () => `with announced as (delete from order_announcements returning order_id)
    select ${announcingSql(ORDER_TOPIC, 'order_id')}, set_config('synchronous_commit', 'off', true) from announced`,
)

/**
 * Announces the orders that wait for it, in one transaction. Commits that announce wait for each other until they are
 * on the disk, so orders do not announce themselves. This commit is not waited for: after a crash, its orders are
 * announced again.
 */
export async function announceWaiting(db: Database): Promise<void> {
  await inOneStatement(db, announceAll, {})
}
