import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { MAX_QUANTITY } from '#shared/domain/cart.ts'
import { ORDERED_DINING_OPTIONS, PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { ORDER_STATUSES } from '#shared/domain/order-status.ts'
import { PRINT_KINDS, type TicketKind } from '#shared/domain/print-kinds.ts'
import { identity, isBetween, isOneOf, minorUnits, moment, reference } from './columns.ts'
import { customers } from './customers.ts'
import { menuItems } from './menu.ts'
import { tables } from './tables.ts'

/** One slip of paper that the kitchen is to get of an order. */
export interface StoredTicket {
  /** Counted from 1 within its order. */
  id: number
  kind: TicketKind
  /** When that happened which it tells, as ISO 8601; missing on the first ticket, which tells of the order itself. */
  at?: string
  /** Who made the change. */
  username?: string
  /** Of a removal: the line, and how many were taken off. */
  itemId?: number
  quantity?: number
  /** Of a move: the number of the table before, if there was one, and of the table after. */
  fromTable?: number
  toTable?: number
  printedAt?: string
  /** Until then one device alone may print it. */
  claimedUntil?: string
  /** Since then nobody is to print it. It stays, so that its number comes never back. */
  withdrawnAt?: string
}

/** The rule of an index, so written that a query with the same words may use it. */
export function isNumberAlone({ customerId, phoneNumber }: Record<'customerId' | 'phoneNumber', SQLWrapper>): SQL {
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
    /** The table's number and the currency at the moment of the order: no later change alters a past order. */
    tableNumber: integer(),
    /** The number of the table it was moved from, the last time. */
    movedFrom: integer(),
    notes: text(),
    total: minorUnits().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    version: integer().notNull().default(1),
    /** The version by which status, table or lines last changed; marks of seen and prints raise `version` alone. */
    changedVersion: integer().notNull().default(1),
    tickets: jsonb()
      .$type<StoredTicket[]>()
      .notNull()
      .default([{ id: 1, kind: 'kitchen' }]),
    /** Random and never shown: erasing writes it down, so that a restored backup is erased again. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** SHA-256 of the token by which the guest follows the order. */
    tokenHash: text().notNull(),
    /** Name, phone, e-mail and table number, folded, for the board's search. */
    searchText: text().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    seenAt: moment(),
    deliveredAt: moment(),
    /** The first "ready" that stood: going back to pending or preparing takes it away. */
    readyAt: moment(),
    /** When what it says of a person was taken out. */
    erasedAt: moment(),
  },
  (table) => [
    index('orders_status_id').on(table.status, table.id),
    // Of all orders: a table is asked for its open ones, and forgotten by the past ones when it is deleted.
    index('orders_table_status').on(table.tableId, table.status),
    // A report reads the orders of some days.
    index('orders_created').on(table.createdAt),
    index('orders_customer').on(table.customerId, table.createdAt),
    // The few that have a number but no customer, for erasing by the number.
    index('orders_number_alone').on(table.phoneNumber).where(isNumberAlone(table)),
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
    /** The dish, while it exists; name and unit price are those of the moment and stay. */
    menuItemId: reference().references(() => menuItems.id, { onDelete: 'set null' }),
    quantity: integer().notNull(),
    /** All that was taken off: ordered were `quantity` and these together. */
    removedQuantity: integer().notNull().default(0),
    name: text().notNull(),
    nameRo: text().notNull(),
    price: minorUnits().notNull(),
    notes: text(),
    guestName: text(),
  },
  (table) => [
    index().on(table.orderId),
    index().on(table.menuItemId),
    check('order_items_quantity', isBetween(table.quantity, 0, MAX_QUANTITY)),
    check('order_items_removed', isBetween(table.removedQuantity, 0, MAX_QUANTITY)),
    check('order_items_ordered', sql`${table.quantity} + ${table.removedQuantity} >= 1`),
    check('order_items_price', sql`${table.price} >= 0`),
  ],
)

export const orderStatusChanges = pgTable(
  'order_status_changes',
  {
    id: identity(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    /** Null for a guest's own order and for what completed itself. */
    userId: bigint({ mode: 'number' }),
    /** Kept, as the number is, when the user is removed: to empty years of entries would take too long. */
    username: text(),
    at: moment().notNull(),
  },
  (table) => [index().on(table.orderId)],
)

/** What was printed of an order, and by whom. */
export const orderPrints = pgTable(
  'order_prints',
  {
    id: identity(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: PRINT_KINDS }).notNull(),
    /** The ticket within the order; null for a receipt, a bill, and a kitchen ticket of an order that has none. */
    ticketId: integer(),
    username: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index().on(table.orderId), check('order_prints_kind', isOneOf(table.kind, PRINT_KINDS))],
)

/**
 * The figures of the summary as running sums, spread over rows so that orders which commit at the same moment rarely
 * meet in one (docs/decisions/004-summary-in-shards.md).
 */
export const summaryShards = pgTable('summary_shards', {
  shard: smallint().primaryKey(),
  orders: bigint({ mode: 'number' }).notNull().default(0),
  total: minorUnits().notNull().default(0),
  customers: bigint({ mode: 'number' }).notNull().default(0),
  vips: bigint({ mode: 'number' }).notNull().default(0),
})
