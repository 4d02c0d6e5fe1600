import * as z from 'zod/mini'
import { CURRENCIES } from '../domain/money.ts'
import { REASON_MAX } from '../domain/payments/methods.ts'
import { endpoint } from './base/endpoint.ts'
import { fileQuery, id, idParam, isoMoment, minorAmount, optionalText } from './base/fields.ts'
import { amountOrNothing, paymentMethodSchema, TILL_KINDS } from './payments.ts'
import { reductionsSchema } from './reports.ts'

/* The takings since the last day's end, in minor units of `currency` (docs/product/payments.md#day-end). */

/** An order that still owes, or whose guests get something back (a negative due). */
const owing = z.array(z.object({ orderId: id, due: z.int(), tableNumber: z.nullable(z.int()), placedAt: isoMoment }))

const dayFigures = {
  /** When the last day ended; before the first end, the moment of the first entry. */
  from: isoMoment,
  to: isoMoment,
  currency: z.enum(CURRENCIES),
  /** How many orders were paid, in whole or in part. */
  orders: z.int(),
  /** The cash that must be in the till: `start`, left by the last day, and all cash paid, put in or taken out since. */
  expected: z.int(),
  start: minorAmount,
  /** Sums by method, minus reversals; `count` counts only payments. `rounding` is for cash. */
  methods: z.array(z.extend(paymentMethodSchema, { amount: z.int(), tip: z.int(), rounding: z.int(), count: z.int() })),
  /** Reversals, already subtracted from the sums of their method. */
  reversals: z.array(
    z.object({ user: z.string(), methodId: id, amount: minorAmount, tip: minorAmount, reason: z.string() }),
  ),
  /** Sums by the local hour in which they were recorded, without the house's part. */
  hours: z.array(z.object({ hour: z.int(), amount: z.int(), count: z.int() })),
  tips: z.array(z.object({ user: z.string(), amount: z.int() })),
  house: z.array(z.object({ user: z.string(), reason: z.string(), amount: z.int() })),
  cancelled: z.array(z.object({ user: z.string(), orders: z.int(), amount: minorAmount })),
  takenOff: z.array(z.object({ user: z.string(), dishes: z.int(), amount: minorAmount })),
  /** The sales of the orders completed in this time, by the VAT rate in percent of their dishes; null without one. */
  vat: z.array(z.object({ rate: z.nullable(z.number()), amount: minorAmount })),
  /** What price rules took off the same orders; a day that was closed before there were rules has none. */
  reductions: z._default(reductionsSchema, []),
  /** Fiscal receipts that ended in this time, all that are open, and the bills with money on none; null without any. */
  fiscal: z._default(
    z.nullable(z.object({ printed: z.int(), byHand: z.int(), open: z.int(), left: z._default(z.int(), 0) })),
    null,
  ),
  till: z.array(z.object({ kind: z.enum(TILL_KINDS), amount: minorAmount, reason: z.string(), user: z.string() })),
  /** Open orders, and orders that have ended with something due. */
  open: owing,
  withoutPayment: owing,
}

export const openDaySchema = z.object({
  ...dayFigures,
  /** The number that the day gets when it is closed. */
  nextNumber: z.int(),
  /** The id of the last entry in these figures; null without any: then there is nothing to close. */
  lastEntry: z.nullable(id),
})
export type OpenDay = z.infer<typeof openDaySchema>

/** A closed day. Its figures never change. */
export const daySchema = z.object({
  ...dayFigures,
  number: z.int(),
  /** The username of the owner who closed it. */
  by: z.string(),
  counted: minorAmount,
  /** `counted` minus `expected`. */
  difference: z.int(),
  /** The cash that stayed in the till. */
  left: minorAmount,
  note: z.nullable(z.string()),
})
export type Day = z.infer<typeof daySchema>

export const getOpenDay = endpoint('GET', '/api/days/open', 'owner', {
  scopes: ['reports:read'],
  summary: 'What was taken since the last day’s end.',
  response: openDaySchema,
})

export const closeDay = endpoint('POST', '/api/days/close', 'owner', {
  summary:
    'Closes the day: 409 day_changed if an entry came after `seen`, with the last entry; nothing_to_close without any entry; fiscal_open while fiscal receipts are open or money stands on none, unless `withoutReceipts`.',
  body: z.object({
    /** The cash counted in the till, and the part of it that stays there. */
    counted: amountOrNothing,
    left: amountOrNothing,
    /** The `lastEntry` of the figures that were shown. */
    seen: z.nullable(id),
    note: optionalText(REASON_MAX),
    /** Closes it although fiscal receipts are open or money stands on none; both stay so. */
    withoutReceipts: z.optional(z.boolean()),
  }),
  stored: 'day',
  keyNeeded: true,
  status: 201,
  response: daySchema,
})

export const DAYS_PER_PAGE = 100

export const listDays = endpoint('GET', '/api/days', 'owner', {
  scopes: ['reports:read'],
  summary: 'The closed days, newest first, 100 a page.',
  query: z.object({
    /** Only days with a lower number. */
    before: z.optional(idParam),
  }),
  response: z.array(daySchema),
})

export const getDay = endpoint('GET', '/api/days/:number', 'owner', {
  scopes: ['reports:read'],
  summary: 'A closed day; with as=csv as a file.',
  params: z.object({ number: idParam }),
  query: z.object(fileQuery('csv')),
  response: daySchema,
})
