import * as z from 'zod/mini'
import * as domain from '../domain/customers/customer.ts'
import { endpoint } from './base/endpoint.ts'
import * as fields from './base/fields.ts'
import { id, idParam, idParams, isoMoment, minorAmount, singleLine } from './base/fields.ts'
import { eventLineSchema, eventSchema } from './catering.ts'
import { customerFields, orderLineSchema, orderSchema } from './orders.ts'
import { guestReservationSchema } from './reservations.ts'

export const customerSchema = z.object({
  id,
  name: z.string(),
  /** E.164 digits. */
  phoneNumber: z.string(),
  /** The phone numbers of customers that were merged into this one; orders with them count here. */
  otherNumbers: z.array(z.string()),
  email: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  preferences: z.record(z.string(), z.unknown()),
  /** The number of orders that are not cancelled. */
  orderCount: z.int(),
  totalSpent: minorAmount,
  averageOrderValue: minorAmount,
  /** The average number of orders in 30 days, with two decimals. */
  visitFrequency: z.number(),
  firstOrder: z.nullable(isoMoment),
  lastOrder: z.nullable(isoMoment),
  lastVisit: z.nullable(isoMoment),
  loyaltyTier: z.enum(domain.LOYALTY_TIERS),
  /** Null without an order that counts. */
  segment: z.nullable(z.enum(domain.SEGMENTS)),
})
export type Customer = z.infer<typeof customerSchema>

export const CUSTOMERS_PER_PAGE = 200
/** The maximum number of customers in the response to a request without parameters. */
export const NEWEST_CUSTOMERS = 1000
/** The number of newest orders, and of newest reservations, in the response about one customer. */
export const ORDERS_OF_CUSTOMER = 50

export const CUSTOMER_SORTS = ['lastOrder', 'name', 'orderCount', 'totalSpent'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]
export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const listCustomers = endpoint('GET', '/api/customers', 'owner', {
  summary: 'The 1,000 customers who ordered last; with parameters, pages, sorts and searches all customers.',
  query: z.object({
    q: z.optional(fields.text(100)),
    sort: z.optional(z.enum(CUSTOMER_SORTS)),
    /** By default ascending for names, descending for everything else. */
    direction: z.optional(z.enum(DIRECTIONS)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(CUSTOMERS_PER_PAGE))),
    /** The last customer of the previous page. */
    after: z.optional(idParam),
  }),
  response: z.array(customerSchema),
})

export const getCustomer = endpoint('GET', '/api/customers/:id', 'owner', {
  summary:
    'One customer with their newest 50 orders and reservations; GET /api/orders?customerId= lists the older ones.',
  params: idParams,
  response: z.extend(customerSchema, { orders: z.array(orderSchema), reservations: z.array(guestReservationSchema) }),
})
export type CustomerWithOrders = z.infer<typeof getCustomer.response>

const customerTag = singleLine(30, 1)

/** The fields of a customer that an owner can change; absent fields keep their value. */
export const customerChangeSchema = z.partial(
  z.object({
    name: singleLine(100, 2, 'nameRequired'),
    email: customerFields.email,
    notes: fields.optionalText(domain.CUSTOMER_NOTES_MAX),
    tags: fields.mapped(z.array(customerTag).check(z.maxLength(domain.CUSTOMER_TAGS_MAX)), domain.distinctTags),
  }),
)
export type CustomerChange = z.infer<typeof customerChangeSchema>

export const changeCustomer = endpoint('PATCH', '/api/customers/:id', 'owner', {
  summary: 'Changes those of name, email, notes and tags that are sent; the tags as a whole.',
  params: idParams,
  body: customerChangeSchema,
  response: customerSchema,
})

export const personalDataSchema = z.extend(customerSchema, {
  orders: z.array(
    z.extend(
      z.pick(orderSchema, {
        ...{ id: true, createdAt: true, pickupAt: true, status: true, customerName: true, phoneNumber: true },
        ...{ email: true, diningOption: true, tableNumber: true, notes: true, total: true, currency: true },
      }),
      { items: z.array(z.omit(orderLineSchema, { id: true, menuItemId: true })) },
    ),
  ),
  events: z.array(
    z.extend(z.omit(eventSchema, { updatedAt: true }), {
      items: z.array(
        z.omit(eventLineSchema, {
          ...{ id: true, menuItemId: true, allergenCodes: true, allergens: true, allergensChecked: true },
        }),
      ),
    }),
  ),
  reservations: z.array(guestReservationSchema),
})
export type PersonalData = z.infer<typeof personalDataSchema>

export const exportCustomer = endpoint('GET', '/api/customers/:id/export', 'owner', {
  summary: "All data of one person as a file: JSON, or with as=text a readable text in the caller's language.",
  params: idParams,
  query: z.object(fields.fileQuery('text')),
  response: personalDataSchema,
})

export const mergeCustomer = endpoint('POST', '/api/customers/:id/merge', 'owner', {
  summary: 'Merges a customer into another one, who is the same person and stays.',
  params: idParams,
  body: z.object({ intoId: id }),
  response: customerSchema,
})

export const eraseCustomer = endpoint('DELETE', '/api/customers/:id', 'owner', {
  summary: "Erases a person's data everywhere; their orders stay without it. Not while an order is open.",
  params: idParams,
  status: 204,
})
