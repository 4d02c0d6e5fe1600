import { isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { STORED_RESPONSES } from '#shared/contracts/base/endpoint.ts'
import type { OrderOption } from '#shared/contracts/orders.ts'
import { MAX_TIMES } from '#shared/domain/menu/options.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { ORDER_STATUSES, ORDERED_DINING_OPTIONS, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import type { VatShare } from '#shared/domain/payments/due.ts'
import { PRINT_KINDS, type TicketKind } from '#shared/domain/printing/print-kinds.ts'
import { identity, isBetween, isOneOf, minorUnits, moment, reference } from './columns.ts'
import { customers } from './customers.ts'
import { menuItems } from './menu.ts'
import { tables } from './tables.ts'

export interface StoredTicket {
  /** Counted from 1 within the order. */
  id: number
  kind: TicketKind
  stationId: number
  /** For a removal: whether its station has nothing left to cook, so that it gets no further slip. */
  endsStation?: boolean
  /** When the change happened that the slip is about, as ISO 8601; missing on the first ticket. */
  at?: string
  /** The user who made the change. */
  username?: string
  /** For a removal: the line, and the quantity taken off. */
  itemId?: number
  quantity?: number
  /** For a move: the number of the previous table, if there was one, and of the new table. */
  fromTable?: number
  toTable?: number
  printedAt?: string
  /** Until then only the device that claimed the ticket may print it. */
  claimedUntil?: string
  /** When the ticket became obsolete. It stays in the list, so that its id is never reused. */
  withdrawnAt?: string
}

/** The rule that priced a line, as it was then. */
export interface RuleCopy {
  id: number
  name: string
  nameRo: string
}

/** The condition of a partial index. A query can use the index only if it has the same condition. */
export function isPhoneWithoutCustomer({
  customerId,
  phoneNumber,
}: Record<'customerId' | 'phoneNumber', SQLWrapper>): SQL {
  return sql`${customerId} is null and ${phoneNumber} not in ('', ${sql.raw(`'${PLACEHOLDER_PHONE}'`)})`
}

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    customerId: reference().references(() => customers.id, { onDelete: 'set null' }),
    customerName: text().notNull(),
    phoneNumber: text().notNull(),
    email: text(),
    diningOption: text({ enum: ORDERED_DINING_OPTIONS }).notNull().default('dine-in'),
    tableId: reference().references(() => tables.id, { onDelete: 'set null' }),
    /** The table's number; it follows moves and renumbering while the order is open, and stays once it is closed. */
    tableNumber: integer(),
    /** The table's label; it follows and stays as the number does. */
    tableLabel: text(),
    /** The number of the table that the order was last moved from. */
    movedFrom: integer(),
    notes: text(),
    /** The name of the program that placed it; null for an order of anybody else. */
    program: text(),
    isTest: boolean().notNull().default(false),
    total: minorUnits().notNull(),
    /** The sum of the order's shares of all entries: payments, the house's part included, minus reversals. */
    paid: minorUnits().notNull().default(0),
    /** The due of an ended order (docs/product/payments.md#payments-unpaid); 0 while it is open. */
    unpaid: minorUnits().notNull().default(0),
    currency: text({ enum: CURRENCIES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    version: integer().notNull().default(1),
    /** The version of the last change of status, table or lines. Marks (seen, prints) raise `version` alone. */
    changedVersion: integer().notNull().default(1),
    tickets: jsonb()
      .$type<StoredTicket[]>()
      .notNull()
      // Every order is stored with its own.
      .default(sql`'[{"id":1,"kind":"kitchen"}]'::jsonb`),
    /** Random and never shown. In `erasures`, so that the order is erased again after a backup is restored. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** SHA-256 of the token with which the guest watches the order. */
    tokenHash: text().notNull(),
    /** Name, phone, e-mail, table number and label, folded, for the board's search. Indexed where PostgreSQL has pg_trgm (0000_first.sql). */
    searchText: text().notNull(),
    /** Whether staff or a program placed it, or somebody who proved the table's key (docs/product/orders.md#orders-proven). */
    isProven: boolean().notNull().default(true),
    /** Keyed hashes of the guest's address and its networks, the narrowest first, while the order counts; never sent to anybody. */
    origin: integer().array(),
    createdAt: moment().notNull(),
    pickupAt: moment(),
    asap: boolean().notNull().default(false),
    startAt: moment(),
    updatedAt: moment().notNull(),
    seenAt: moment(),
    deliveredAt: moment(),
    /** When the order was first ready; cleared when it goes back to pending or preparing. */
    readyAt: moment(),
    erasedAt: moment(),
    endedAt: moment(),
  },
  (table) => [
    index('orders_status_id').on(table.status, table.id),
    // For the open orders of a table, and for clearing the table in past orders when it is deleted.
    index('orders_table_status').on(table.tableId, table.status),
    // For the bounds of unproven orders at a table.
    index('orders_unproven').on(table.tableId, table.status).where(sql`not ${table.isProven}`),
    // For reports, which read the orders of some days.
    index('orders_created').on(table.createdAt),
    // For the newest orders of a customer. Named apart from the one that it replaced.
    index('orders_customer_id').on(table.customerId, table.id),
    // For erasing by phone number; few orders have a number but no customer.
    index('orders_number_alone').on(table.phoneNumber).where(isPhoneWithoutCustomer(table)),
    // For what staff see: the orders that ended lately.
    index('orders_ended').on(table.endedAt).where(isNotNull(table.endedAt)),
    // For what guests hold, by address and by phone number; few orders have an origin.
    index('orders_origin').using('gin', table.origin).where(isNotNull(table.origin)),
    index('orders_origin_phone').on(table.phoneNumber).where(isNotNull(table.origin)),
    check('orders_total', sql`${table.total} >= 0`),
    check('orders_dining_option', isOneOf(table.diningOption, ORDERED_DINING_OPTIONS)),
    check('orders_status', isOneOf(table.status, ORDER_STATUSES)),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: identity(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The dish, while it exists; name and unit price are copies from when the order was placed. */
    menuItemId: reference().references(() => menuItems.id, { onDelete: 'set null' }),
    quantity: integer().notNull(),
    removedQuantity: integer().notNull().default(0),
    name: text().notNull(),
    nameRo: text().notNull(),
    price: minorUnits().notNull(),
    /** The unit price before the rule that lowered it; null without one. */
    listPrice: minorUnits(),
    rule: jsonb().$type<RuleCopy>(),
    notes: text(),
    guestName: text(),
    /** The chosen options at that moment, as `orderOptionSchema`. */
    options: jsonb().$type<OrderOption[]>().notNull().default([]),
    partOf: integer(),
    cooked: boolean().notNull().default(true),
    /** The station of its dish when it was ordered. */
    stationId: integer().notNull().default(1),
    /** The VAT rate of its dish when it was ordered, in percent. */
    vatRate: numeric({ precision: 5, scale: 2, mode: 'number' }),
    /** For a set menu: how its price is shared among the rates of its parts. */
    vatShares: jsonb().$type<VatShare[]>(),
    /** Whether it is the deposit of a packaging, which is untaxed. */
    isDeposit: boolean().notNull().default(false),
    doneAt: moment(),
    /** Until when the portions of its dish are counted, if the line took some of them. */
    portionsUntil: moment(),
  },
  (table) => [
    index().on(table.orderId),
    index().on(table.menuItemId),
    // For the reductions of reports: few lines have a rule.
    index('order_items_rule').on(table.orderId).where(isNotNull(table.rule)),
    check('order_items_quantity', isBetween(table.quantity, 0, MAX_QUANTITY * MAX_TIMES)),
    check('order_items_removed', isBetween(table.removedQuantity, 0, MAX_QUANTITY * MAX_TIMES)),
    check('order_items_ordered', sql`${table.quantity} + ${table.removedQuantity} >= 1`),
    check('order_items_price', sql`${table.price} >= 0`),
  ],
)

export const pickupSlots = pgTable(
  'pickup_slots',
  { at: moment().primaryKey(), taken: integer().notNull() },
  (table) => [check('pickup_slots_taken', sql`${table.taken} >= 0`)],
)

export const orderStatusChanges = pgTable(
  'order_status_changes',
  {
    id: identity(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    /** Null for an order placed by a guest, and for automatic completion. */
    userId: bigint({ mode: 'number' }),
    /** Kept with `userId` when the user is deleted: clearing years of entries would take too long. */
    username: text(),
    at: moment().notNull(),
  },
  (table) => [index().on(table.orderId)],
)

export const orderPrints = pgTable(
  'order_prints',
  {
    id: identity(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: PRINT_KINDS }).notNull(),
    /** The ticket within the order; null for a receipt, a bill, and an order without tickets. */
    ticketId: integer(),
    username: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index().on(table.orderId), check('order_prints_kind', isOneOf(table.kind, PRINT_KINDS))],
)

/**
 * One row: the sums of the orders up to an id, and the number of customers up to an id. Those with higher ids are few, and
 * counted when they are read. Tests are in no sum; cancelled orders are.
 */
export const totals = pgTable(
  'totals',
  {
    id: smallint().primaryKey().default(1),
    ordersUpTo: reference().notNull().default(0),
    orders: bigint({ mode: 'number' }).notNull().default(0),
    total: minorUnits().notNull().default(0),
    customersUpTo: reference().notNull().default(0),
    customers: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('totals_one_row', sql`${table.id} = 1`)],
)

/** The responses stored per idempotency key, so that a repeated request gets the same response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    bodyHash: text().notNull(),
    /** The body of the response, byte for byte. */
    response: text().notNull(),
    shows: text({ enum: STORED_RESPONSES }).notNull(),
    /** The id of what the response shows, or the number of the day, so that erasing a person finds it. */
    shownId: reference(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index().on(table.createdAt),
    // For erasing, which asks for the responses that show a person.
    index('idempotency_keys_shown').on(table.shows, table.shownId),
    // Withdrawals are deleted sooner than responses.
    index('idempotency_keys_withdrawals').on(table.createdAt).where(sql`${table.shows} = 'withdrawal'`),
    check('idempotency_keys_shows', isOneOf(table.shows, STORED_RESPONSES)),
  ],
)
