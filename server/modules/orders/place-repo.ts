import { columnName, type Database, fieldsOf, inOneStatement, type Statement, statement } from '#server/db/index.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import type { OrderToCount } from '#server/modules/customer-totals/index.ts'
import { PICKUP_SLOT_SQL, type PickedUp } from '#server/modules/hours/index.ts'
import {
  DISH_ROW_VERSION,
  GROUP_ROW_VERSION,
  LOCK_PORTIONS_SQL,
  TAKE_PORTIONS_SQL,
} from '#server/modules/menu/index.ts'
import { WHATSAPP_TOPIC } from '#server/modules/notifications/index.ts'
import { jobsSql } from '#server/modules/print-jobs/index.ts'
import { type Attempt, TEXT_LOCK_CLASSES } from '#server/platform/idempotency.ts'
import { announcingSql, CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import { VIP_MORE_THAN } from '#shared/domain/customers/customer.ts'
import { addToSummarySql } from './list-repo.ts'
import { ORDER_TOPIC, type OrderLineRow, type OrderRow } from './repo.ts'

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
  'paid',
  'unpaid',
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
  /** The groups of options of these dishes. */
  groupIds: number[]
  groupVersions: string[]
}

/** What an order takes of a dish that counts its portions. */
export interface TakenPortions {
  menuItemId: number
  count: number
  /** How many must be left for that. */
  needed: number
}

/** A response whose ids PostgreSQL generates: the order's and then its lines' go between the pieces, in this order. */
export type ResponsePieces = string[]

/** An order to write, with all that follows from it. */
export interface OrderToWrite {
  order: NewOrder
  lines: NewLine[]
  portions: TakenPortions[]
  /** Undefined for an order without a usable phone number. */
  customer: Pick<OrderToCount, 'customerSearchText' | 'searchedName' | 'searchedEmail'> | undefined
  /** Whether the settings, whose version is assumed, ask for a message to the owner. */
  messagesOwner: boolean
  /** Whether a printer of the settings' version prints kitchen tickets. */
  printsTickets: boolean
  /** When it is picked up; undefined for an order without a time. */
  pickup: PickedUp | undefined
  /** The key of the table's code as it was read; undefined for an order without a table. */
  tableKey: string | undefined
  assumed: Assumed
  /**
   * Undefined for an order whose response is not stored. An order whose response is stored is announced after its
   * commit, by `announceWaiting`; any other one by its commit.
   */
  stored: (Attempt & { pieces: ResponsePieces }) | undefined
}

export interface WrittenIds {
  id: number
  lineIds: number[]
}

const PARTS = [
  'withOptions',
  'withTable',
  'withPortions',
  'withSlot',
  'withCustomer',
  'withKey',
  'withFigures',
  'withMessage',
  'withJobs',
] as const
type Parts = Record<(typeof PARTS)[number], boolean>
type Values = NewOrder &
  OrderToCount &
  Attempt &
  Assumed & {
    lines: string
    pieces: ResponsePieces
    seenTableKey: string
    portionIds: number[]
    portionCounts: number[]
    portionsNeeded: number[]
    slotLimit: number | null
    fullSlots: string[]
  }
/** Only parameters that a statement uses may be read. */
type Params = Readonly<Record<keyof Values, string>>
type WrittenRow = { id: string; line_ids: string[] }

const typed = (param: string, column: { getSQLType(): string }) => `${param}::${column.getSQLType()}`

/**
 * All that one order writes. The expressions depend on each other, so that nothing is written unless the preconditions
 * still hold, and locks are taken in the order key, table, portions, customer, slot, summary: orders
 * that want the same slot wait for each other, so that its lock comes late.
 *
 * The preconditions: settings, dishes and their groups of options are as they were read (a dish that could be ordered then can be ordered now),
 * enough portions are left of the dishes that count them,
 * and the attempt is new, with no other request of its key running. Its lock is tried and never waited for: a response
 * that was committed just before the lock was free may not be seen here, but then storing a second one fails.
 * Each dish is looked up by its id: the plan of a join, which is made once for any dishes, can read the whole menu.
 */
function orderSql(
  params: Params,
  { withOptions, withTable, withPortions, withSlot, withCustomer, withKey, withFigures, withMessage, withJobs }: Parts,
): string {
  const now = `${params.createdAt}::timestamptz`
  const key = () => `${params.key}::text`
  const table = withTable ? 'locked_table' : 'preconditions'
  const checked = withPortions ? 'enough' : table
  const newCustomer = (column: string) => (withCustomer ? `(select ${column} from customer)` : '0')
  return `with
    preconditions as materialized (
      select where exists (select from settings where id = 1 and xmin::text = ${params.settingsVersion}::text)
        and not exists (
          select from unnest(${params.dishIds}::bigint[], ${params.dishVersions}::text[]) as known (id, row_version)
          where known.row_version is distinct from (
            select ${DISH_ROW_VERSION} from menu_items
            join menu_categories on menu_categories.id = menu_items.category_id
            where menu_items.id = known.id))
        ${
          withOptions
            ? `and cardinality(${params.groupIds}::bigint[]) = (
          select count(*)
          from unnest(${params.groupIds}::bigint[], ${params.groupVersions}::text[]) as known (id, row_version)
          join option_groups on option_groups.id = known.id
          where ${GROUP_ROW_VERSION} = known.row_version)`
            : ''
        }
        ${
          withSlot
            ? `and cardinality(${params.fullSlots}::timestamptz[]) = (
          select count(*) from pickup_slots
          where at = any(${params.fullSlots}::timestamptz[]) and taken >= ${params.slotLimit}::int)`
            : ''
        }
        ${
          withKey
            ? `and pg_try_advisory_xact_lock(${TEXT_LOCK_CLASSES.attempt}, ${params.lock}::int)
        and not exists (select from idempotency_keys where key = ${key()})`
            : ''
        }
    ),
    ${
      withTable
        ? `locked_table as materialized (
      select id, status from tables
      where id = ${params.tableId}::bigint and number = ${params.tableNumber}::int and key = ${params.seenTableKey}::text
        and label is not distinct from ${params.tableLabel}::text and exists (select from preconditions)
      for update
    ),`
        : ''
    }
    ${
      withPortions
        ? `portions as materialized (${LOCK_PORTIONS_SQL({ ids: params.portionIds, counts: params.portionCounts, needed: params.portionsNeeded }, `exists (select from ${table})`)}
    ),
    enough as materialized (select where (select count(*) from portions) = cardinality(${params.portionIds}::bigint[])),`
        : ''
    }
    ${withCustomer ? customerSql(params, checked) : ''}
    placed as (
      insert into orders (customer_id, ${orderFields.map(columnName)}, status, version)
      select ${withCustomer ? 'customer.id' : 'null'},
        ${orderFields.map((field) => typed(params[field], orders[field]))}, 'pending', 1
      from ${withCustomer ? 'customer' : checked}
      returning id
    ),
    written as (
      insert into order_items (order_id, ${lineColumns})
      select placed.id, ${lineColumns.map((column) => `line.${column}`)}
      from placed, jsonb_populate_recordset(null::order_items, ${params.lines}::jsonb) line
      returning id
    ),
    ids as materialized (select id as order_id, array(select id from written order by id) as line_ids from placed),
    ${withJobs ? `jobs as (${jobsSql('ids', `${params.tickets}::jsonb`, now)}),` : ''}
    ${
      // The ids stand between the pieces of the response.
      withKey
        ? `stored as (
      insert into idempotency_keys (key, body_hash, answer, shows, shown_id, created_at)
      select ${key()}, ${params.bodyHash}::text, (
          select string_agg(piece || coalesce(id::text, ''), '' order by n)
          from unnest(${params.pieces}::text[], ids.order_id || ids.line_ids) with ordinality as part (piece, id, n)
        ), 'order', ids.order_id, ${now}
      from ids
      returning key
    ),
    waiting as (insert into order_announcements (order_id) select order_id from ids),`
        : ''
    }
    ${
      withSlot
        ? `slot as (${PICKUP_SLOT_SQL(params.pickupAt, params.slotLimit, `exists (select from ${withKey ? 'stored' : 'ids'})`)}
    ),`
        : ''
    }
    ${
      withMessage
        ? `message as (
      insert into whatsapp_messages (order_id, created_at)
      select placed.id, ${now} from placed, whatsapp_queue where configured
      returning ${announcingSql(WHATSAPP_TOPIC, 'order_id')}
    ),`
        : ''
    }
    ${
      withFigures
        ? `counted as (
      ${addToSummarySql({ orders: '1', total: `${params.total}::bigint`, customers: newCustomer('new_customers'), vips: newCustomer('new_vips') })}
        and exists (select from ${withSlot ? 'slot' : 'placed'})
    ),`
        : ''
    }
    ${withPortions ? `taken as (${TAKE_PORTIONS_SQL('portions', 'exists (select from placed)')}),` : ''}
    ${
      // The status is the lock's: a statement that had to wait for the lock still sees the table as it was before.
      withTable
        ? `occupied as (
      update tables set status = 'occupied', reserved_for = null, updated_at = ${now}
      where id = (select id from locked_table where status <> 'occupied') and exists (select from placed)
      returning ${announcingSql(CHANGED_TOPIC, "'tables'")}
    ),`
        : ''
    }
    history as (
      insert into order_status_changes (order_id, status, at) select id, 'pending', ${now} from placed
    )
    select order_id as id, line_ids${withKey ? '' : `, ${announcingSql(ORDER_TOPIC, 'order_id')}`} from ids
    ${withSlot ? NO_SLOT_FAILS : ''}`
}

/** Fails where the slot was full, because all else is written by then: a division by zero, which counts as a conflict. */
const NO_SLOT_FAILS = 'where 1 / (select count(*) from slot where ids.order_id is not null) = 1'

/**
 * Counts the order for the customer of its phone number. `customer` has one row, or none if the customer was merged or
 * erased meanwhile, when nothing was written. Fills empty fields, and never renames a customer.
 *
 * A number that was merged belongs to another customer: `merged` counts the order there. The number's own row is then
 * neither written nor locked, because merging locks customers in the order of their ids.
 */
function customerSql(params: Params, checked: string): string {
  const name = `${params.customerName}::text`
  const phoneNumber = `${params.phoneNumber}::text`
  const email = `${params.email}::text`
  const total = `${params.total}::bigint`
  const at = `${params.createdAt}::timestamptz`
  // The search text begins with the name and ends with the e-mail, so a value that was missing is added at its end.
  // Concurrent orders may be written in either sequence, hence `least` and `greatest`.
  const addOrder = `
        search_text = case when customers.name = '' then ${params.searchedName}::text else '' end || customers.search_text
          || case when customers.email is null then ${params.searchedEmail}::text else '' end,
        name = case when customers.name = '' then ${name} else customers.name end,
        email = coalesce(customers.email, ${email}),
        order_count = customers.order_count + 1,
        total_spent = customers.total_spent + ${total},
        first_order = least(customers.first_order, ${at}),
        last_order = greatest(customers.last_order, ${at}),
        updated_at = ${at}`
  return `merged as (
      update customers set ${addOrder}
      where id = (select merged_into from customers where phone_number = ${phoneNumber}) and merged_into is null
        and exists (select from ${checked})
      returning id, order_count, false as is_new
    ),
    own as (
      insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order,
        created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${params.customerSearchText}::text, 1, ${total}, ${at}, ${at}, ${at}, ${at}
      where exists (select from ${checked})
        and not exists (select from customers where phone_number = ${phoneNumber} and merged_into is not null)
      on conflict (phone_number) do update set ${addOrder} where customers.merged_into is null
      returning id, order_count, xmax = 0 as is_new
    ),
    customer as (
      select id, is_new::int as new_customers, (order_count = ${VIP_MORE_THAN + 1})::int as new_vips
      from (select * from merged union all select * from own) counted_order
    ),`
}

const asRow = (line: NewLine) => Object.fromEntries(lineFields.map((field, i) => [lineColumns[i], line[field]]))

const statements = new Map<string, Statement<Values, WrittenRow>>()

function statementWith(parts: Parts): Statement<Values, WrittenRow> {
  // PostgreSQL cuts names off after 63 characters.
  const name = `place_order_${PARTS.map((part) => Number(parts[part])).join('')}`
  const known = statements.get(name) ?? statement<Values, WrittenRow>(name, (params) => orderSql(params, parts))
  statements.set(name, known)
  return known
}

/**
 * Writes an order with all that follows from it. The row of the summary must be the last lock of the transaction.
 * @returns undefined if nothing was written, because something that was assumed has changed, or the key is in use
 */
export async function writeOrder(
  db: Database,
  { order, lines, portions, customer, messagesOwner, printsTickets, tableKey, pickup, assumed, stored }: OrderToWrite,
): Promise<WrittenIds | undefined> {
  const parts = {
    withPortions: portions.length > 0,
    withOptions: assumed.groupIds.length > 0,
    withTable: tableKey !== undefined,
    withSlot: pickup !== undefined,
    withCustomer: customer !== undefined,
    withKey: stored !== undefined,
    withFigures: !order.isTest,
    withMessage: !order.isTest && messagesOwner,
    withJobs: printsTickets,
  }
  const values = {
    ...order,
    ...customer,
    ...assumed,
    ...stored,
    seenTableKey: tableKey,
    portionIds: portions.map(({ menuItemId }) => menuItemId),
    portionCounts: portions.map(({ count }) => count),
    portionsNeeded: portions.map(({ needed }) => needed),
    slotLimit: pickup?.limit ?? null,
    fullSlots: pickup?.full.map((at) => at.toISOString()) ?? [],
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
