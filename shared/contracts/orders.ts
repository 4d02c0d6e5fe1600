import * as z from 'zod/mini'
import { MAX_STATIONS } from '../domain/kitchen.ts'
import { MAX_ORDER_OPTIONS } from '../domain/menu/options.ts'
import { CURRENCIES } from '../domain/money.ts'
import { MAX_GUEST_NAME, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '../domain/orders/cart.ts'
import * as domain from '../domain/orders/order.ts'
import { PRINT_KINDS, TICKET_KINDS } from '../domain/printing/print-kinds.ts'
import { endpoint } from './base/endpoint.ts'
import * as fields from './base/fields.ts'
import { id, idParam, idParams, isoMoment, mapped, minorAmount, sentMoment } from './base/fields.ts'
import { promisedSchema, tableKeySchema } from './tables.ts'

export const ORDER_NOTES_MAX = 500

/** The rules of the customer's form, also used by the form itself (docs/product/checkout.md#checkout-customer-form). */
export const customerFields = {
  customerName: fields.singleLine(100, 2, 'nameRequired'),
  phoneNumber: fields.singleLine(32, 10, 'phoneRequired'),
  email: mapped(
    z.nullish(z.union([z.literal(''), fields.emailAddress('emailInvalid')], 'emailInvalid')),
    (value) => value || null,
  ),
  notes: fields.optionalLine(ORDER_NOTES_MAX),
}

/** The chosen options of a line, as ids. */
export const lineOptions = fields.cutFirst(z.array(id).check(z.maxLength(MAX_ORDER_OPTIONS)), MAX_ORDER_OPTIONS)

const orderedDish = z.object({
  menuItemId: id,
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
  notes: fields.optionalLine(MAX_LINE_NOTES),
  /** The ids of the chosen options; an id that is repeated is taken that often. */
  options: z.optional(lineOptions),
  /** Whose dish it is ("seat 2"). Ignored unless the floor or an owner orders (docs/product/orders.md#orders-seats). */
  guestName: z.optional(fields.optionalLine(MAX_GUEST_NAME)),
})

export const orderInputSchema = z.object({
  items: fields.cutFirst(
    z.array(orderedDish).check(z.minLength(1, 'validation.emptyOrder'), z.maxLength(MAX_LINES)),
    MAX_LINES,
  ),
  tableId: z._default(z.nullable(id), null),
  tableKey: z.optional(tableKeySchema),
  /** The total that the guest saw, in minor units: the server compares it with its own and never trusts it. */
  total: minorAmount,
  /** Accepted and ignored: a new order is always pending (docs/product/orders.md#orders-prices). */
  status: z.optional(mapped(z.unknown(), () => undefined)),
  diningOption: z._default(z.enum(domain.DINING_OPTIONS), 'dine-in'),
  /** An owner's test without a WhatsApp message; ignored from others (docs/product/first-steps.md#first-steps-test). */
  test: z.optional(z.boolean()),
  /** When a takeaway order is picked up: a slot of `GET /api/pickup`; null for as soon as possible. */
  pickupAt: z.optional(z.nullable(sentMoment)),
  ...customerFields,
})
export type OrderInput = z.infer<typeof orderInputSchema>
export type OrderRequest = z.input<typeof orderInputSchema>

/** A chosen option as it was when ordered; one that names a dish is a line of its own instead. */
export const orderOptionSchema = z.object({
  /** Null once the option is deleted. */
  id: z.nullable(id),
  group: z.string(),
  groupRo: z.string(),
  name: z.string(),
  nameRo: z.string(),
  /** The amount that one option adds; the line's `price` contains it. */
  price: minorAmount,
  /** How often it is in one portion. */
  quantity: z.int(),
  /** The dish is made without it. */
  without: z.boolean(),
})
export type OrderOption = z.infer<typeof orderOptionSchema>

export const orderLineSchema = z.object({
  id,
  /** Null once the dish is deleted. */
  menuItemId: z.nullable(id),
  quantity: z.int(),
  /** The number of portions taken off; `quantity` plus this was ordered. */
  removedQuantity: z.int(),
  /** Name and unit price in minor units as they were when ordered. */
  name: z.string(),
  nameRo: z.string(),
  price: minorAmount,
  notes: z.nullable(z.string()),
  guestName: z.nullable(z.string()),
  /** The chosen options, those without something first. */
  options: z.array(orderOptionSchema),
  /** The unit price before a price rule; `price` without one. */
  listPrice: z.optional(minorAmount),
  /** The names of the rule that priced it, as they were; null without one, and missing in what was stored before rules. */
  rule: z._default(z.nullable(z.object({ name: z.string(), nameRo: z.string() })), null),
  /** The position of the line that it is a part of, from 1; null for any other line. A part stands below its line. */
  partOf: z.nullable(z.int()),
  /** False for a set menu, whose parts are cooked instead, and for a fee: it takes no ticks. */
  cooked: z.boolean(),
  /** The station of its dish when it was ordered; the response to a guest's new order does not have it. */
  stationId: z.optional(id),
  /** When it was cooked; absent in that response too. */
  doneAt: z.optional(z.nullable(isoMoment)),
})
export type OrderLine = z.infer<typeof orderLineSchema>

/** One slip for a station: the order's first ticket there, and one for each thing that changed since. */
export const ticketSchema = z.object({
  /** Counted from 1 within its order. */
  id,
  kind: z.enum(TICKET_KINDS),
  /** Its station, with only that one's lines. A guest's response lacks it. */
  stationId: z.optional(id),
  /** When the order was placed or changed. */
  at: isoMoment,
  /** For a removal slip: the line, and how many portions were taken off. */
  itemId: z.nullable(id),
  quantity: z.nullable(z.int()),
  /** For a move slip: the numbers of the previous table, null if there was none, and of the new one. */
  fromTable: z.nullable(z.int()),
  toTable: z.nullable(z.int()),
  printedAt: z.nullable(isoMoment),
  /** The username of the person whose change it reports; absent for a guest's order. */
  user: z.optional(z.string()),
})
export type Ticket = z.infer<typeof ticketSchema>

export const printSchema = z.object({
  kind: z.enum(PRINT_KINDS),
  ticketId: z.nullable(id),
  at: isoMoment,
  /** The username of the person who printed it. */
  user: z.string(),
})
export type Print = z.infer<typeof printSchema>

export const orderSchema = z.object({
  id,
  customerName: z.string(),
  phoneNumber: z.string(),
  email: z.nullable(z.string()),
  diningOption: z.enum(domain.ORDERED_DINING_OPTIONS),
  tableId: z.nullable(id),
  /** The table's number and label at that moment. */
  tableNumber: z.nullable(z.int()),
  tableLabel: z.nullable(z.string()),
  /** The number of the table it was moved from, the last time. */
  movedFrom: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  total: minorAmount,
  currency: z.enum(CURRENCIES),
  status: z.enum(domain.ORDER_STATUSES),
  /** Rises with every change: of two copies, the higher version is the newer one. */
  version: z.int(),
  createdAt: isoMoment,
  /** When it is picked up; null for an order without a time. */
  pickupAt: z.nullable(isoMoment),
  /** Whether that is as soon as possible. */
  asap: z.boolean(),
  /** When the kitchen starts with it; its clock counts from then. */
  startAt: z.optional(isoMoment),
  updatedAt: isoMoment,
  seenAt: z.nullable(isoMoment),
  items: z.array(orderLineSchema),
  tickets: z.array(ticketSchema),
  /** The program that placed it; absent for an order of anybody else. */
  program: z.optional(z.string()),
  /** True of an owner's test order; absent from others. */
  test: z.optional(z.boolean()),
  /** True if a guest placed it who has not proved the table's key: its paper has a limit. A guest's response lacks it. */
  unproven: z.optional(z.boolean()),
  /** The printed documents, oldest first. */
  prints: z.array(printSchema),
  /** The sums paid (the house's part included) and due (negative: to be given back); for owners and the floor. */
  paid: z.optional(z.int()),
  due: z.optional(z.int()),
})
export type Order = z.infer<typeof orderSchema>

/** The response to a new order; the token lets this guest watch it. */
export const placedOrderSchema = z.extend(orderSchema, {
  orderToken: z.string(),
  /** Told to staff who order. */
  promised: z.optional(promisedSchema),
})
export type PlacedOrder = z.infer<typeof placedOrderSchema>

/** Completes orders with something due too (docs/product/payments.md#payments-unpaid). */
const withoutPayment = z.optional(z.boolean())

export const placeOrder = endpoint('POST', '/api/orders', 'public', {
  scopes: ['orders:write'],
  summary: 'Places an order. With an Idempotency-Key header, a repeated request gets the stored response.',
  body: orderInputSchema,
  stored: 'order',
  status: 201,
  response: placedOrderSchema,
})

export const withdrawOrder = endpoint('POST', '/api/orders/withdraw', 'public', {
  summary:
    'Whether the order that was sent with this Idempotency-Key arrived: the response to it, or null. In that case it is withdrawn: a request with this key is then refused (409 key_reused).',
  stored: 'withdrawal',
  response: z.object({ placed: z.nullable(placedOrderSchema) }),
})

export const listOrders = endpoint('GET', '/api/orders', 'service', {
  scopes: ['orders:read'],
  summary:
    'The newest 500 open orders and the newest 200 others; with parameters, pages and searches all orders. Newest first, except those to be cooked with toCook=oldest; at most 1 MB, with the header masa-list-truncated if that truncates the list.',
  query: z.object({
    status: z.optional(z.enum(domain.ORDER_STATUSES)),
    before: z.optional(idParam),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(domain.ORDERS_PER_PAGE))),
    q: z.optional(fields.text(100)),
    customerId: z.optional(idParam),
    toCook: z.optional(z.literal('oldest')),
  }),
  response: z.array(orderSchema),
})

export const changedOrders = endpoint('POST', '/api/orders/changed', 'service', {
  summary:
    'What a page lacks that has the list: the orders that are new or newer than the page knows (the id and the version of each), and the ids of those that its user sees no longer. Null if so much changed that the list is to be read.',
  body: z.object({ known: z.array(z.tuple([id, z.int()])).check(z.maxLength(domain.MAX_KNOWN_ORDERS)) }),
  response: z.nullable(z.object({ orders: z.array(orderSchema), gone: z.array(id) })),
})

export const getOrder = endpoint('GET', '/api/orders/:id', 'service', {
  scopes: ['orders:read'],
  summary: 'One order.',
  params: idParams,
  response: orderSchema,
})

export const changeOrder = endpoint('PATCH', '/api/orders/:id', 'service', {
  scopes: ['orders:write'],
  summary:
    'Sets the status of an order, its table, the time at which it is picked up, or several of these; with If-Match, only if nothing but marks, payments and prints has changed since that version. 409 unpaid if it would be completed with something due.',
  params: idParams,
  body: z
    .object({
      status: z.optional(z.enum(domain.ORDER_STATUSES)),
      tableId: z.optional(id),
      pickupAt: z.optional(sentMoment),
      withoutPayment,
    })
    .check(
      z.refine(
        ({ status, tableId, pickupAt }) => [status, tableId, pickupAt].some((value) => value !== undefined),
        'validation.statusOrTable',
      ),
    ),
  response: z.extend(orderSchema, { promised: z.optional(promisedSchema) }),
})

export const seeOrder = endpoint('POST', '/api/orders/:id/seen', 'service', {
  summary: 'Marks an order as seen.',
  params: idParams,
  response: orderSchema,
})

const lineParams = z.object({ id: idParam, itemId: idParam })

export const changeOrderLine = endpoint('PATCH', '/api/orders/:id/items/:itemId', 'floor', {
  summary: 'Takes a line off an open order (0), or lowers its quantity. Accepts If-Match and Idempotency-Key.',
  params: lineParams,
  body: z.object({ quantity: z.int().check(z.gte(0), z.lte(MAX_QUANTITY)) }),
  stored: 'order',
  response: orderSchema,
})

export const setLineDone = endpoint('POST', '/api/orders/:id/items/:itemId/done', 'service', {
  scopes: ['orders:write'],
  summary:
    'Marks a line as cooked, or takes that back within 30 minutes. The first such line makes a pending order preparing, the last one ready.',
  params: lineParams,
  body: z.object({ done: z.boolean() }),
  response: orderSchema,
})

export const recordPrint = endpoint('POST', '/api/orders/:id/prints', 'service', {
  summary: 'Records what was printed of an order, after it was printed. Accepts Idempotency-Key.',
  params: idParams,
  body: z.object({ kind: z.enum(PRINT_KINDS), ticketId: z.optional(id) }),
  stored: 'order',
  status: 201,
  response: orderSchema,
})

export const claimPrint = endpoint('POST', '/api/orders/:id/print-claim', 'service', {
  summary:
    'Lets one device print a ticket: the named one, or the oldest that is not printed. With `stations`, only tickets of these; an id that no station has means the first station.',
  params: idParams,
  body: z.object({
    ticketId: z.optional(id),
    stations: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_STATIONS))),
  }),
  response: z.object({ ticketId: id, until: isoMoment }),
})

export const eraseOrder = endpoint('POST', '/api/orders/:id/erase', 'owner', {
  summary: 'Erases the personal data of an order without a customer; sums and dishes stay.',
  params: idParams,
  response: orderSchema,
})

const dryRunQuery = z.object({
  /** `true` only counts them. */
  dryRun: mapped(z.optional(z.enum(['true', 'false'])), (value) => value === 'true'),
})

export const completeOlder = endpoint('POST', '/api/orders/complete-older', 'owner', {
  summary:
    'Completes the open orders that were placed before a moment, which is not later than the start of this business day.',
  query: dryRunQuery,
  body: z.object({ before: sentMoment, withoutPayment }),
  response: z.object({ completed: z.int() }),
})

export const cancelOrigin = endpoint('POST', '/api/orders/:id/cancel-origin', 'owner', {
  summary: 'Cancels the unproven orders in the kitchen that came from the same address as this one, itself among them.',
  params: idParams,
  query: dryRunQuery,
  response: z.object({ cancelled: z.int() }),
})

export const getSummary = endpoint('GET', '/api/summary', 'owner', {
  scopes: ['orders:read'],
  summary:
    'The four figures above the board, over all orders; those of this business day; and the number of orders in each open status.',
  response: z.object({
    totalOrders: z.int(),
    totalCustomers: z.int(),
    /** In minor units, rounded. */
    averageOrderValue: z.int(),
    vipCustomers: z.int(),
    open: z.record(z.enum(domain.OPEN_STATUSES), z.int()),
    /** Excludes cancelled orders; `taken` is payments minus reversals, without tips, null while payments are off. */
    today: z.object({ orders: z.int(), sales: z.int(), taken: z.nullable(z.int()) }),
  }),
})
export type Summary = z.infer<NonNullable<typeof getSummary.response>>
