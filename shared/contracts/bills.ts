import * as z from 'zod/mini'
import { CURRENCIES } from '../domain/money.ts'
import { MAX_PARTS, MIN_PARTS } from '../domain/orders/bill.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParams, isoMoment, minorAmount } from './base/fields.ts'
import { orderLineSchema } from './orders.ts'
import { paymentSchema } from './payments.ts'

/** The most orders on one bill; a table with more open orders gets none (docs/product/tables.md#tables-bill). */
export const MAX_BILLED_ORDERS = 200

const billLineSchema = z.pick(z.required(orderLineSchema), {
  ...{ id: true, menuItemId: true, quantity: true, name: true, nameRo: true, price: true, notes: true },
  ...{ guestName: true, options: true, partOf: true, listPrice: true, rule: true },
})

/** A snapshot of a table's open orders, in minor units of their currency (docs/product/tables.md#tables-bill). */
export const billSchema = z.object({
  /** When it was read. */
  at: isoMoment,
  tableNumber: z.int(),
  tableLabel: z.nullable(z.string()),
  /** The orders that it covers, oldest first; a round that comes in later is not among them. */
  orderIds: z.array(id),
  /** The restaurant's currency if there is no open order. */
  currency: z.enum(CURRENCIES),
  /** The lines of all rounds as they were ordered, without those that were taken off. */
  lines: z.array(billLineSchema),
  /** Totals by guest, which add up to `total`; lines of the whole table come last, as null. */
  guests: z.array(
    z.object({
      guestName: z.nullable(z.string()),
      total: minorAmount,
      /** `total` minus the guest's payments, at most the bill's due; absent while payments are off. */
      due: z.optional(minorAmount),
    }),
  ),
  total: minorAmount,
  /** Absent while payments are off, as `due` (negative: to be given back) and `payments`. */
  paid: z.optional(z.int()),
  due: z.optional(z.int()),
  payments: z.optional(z.array(paymentSchema)),
  /** With `?parts=`: that many equal amounts, which add up to `total`; the last one contains the remainder. */
  parts: z.optional(z.array(minorAmount)),
})
export type Bill = z.infer<typeof billSchema>

export const getBill = endpoint('GET', '/api/tables/:id/bill', 'floor', {
  summary:
    'The bill of a table: the lines of all its open orders, the sum of each guest (null: the whole table), the total, and with `parts` (2 to 20) equal parts. 409 if its orders are in two currencies or more than 200.',
  params: idParams,
  query: z.object({ parts: z.optional(z.coerce.number().check(z.int(), z.gte(MIN_PARTS), z.lte(MAX_PARTS))) }),
  response: billSchema,
})

export const recordBillPrint = endpoint('POST', '/api/tables/:id/prints', 'floor', {
  summary:
    'Records the print of a bill with each of its orders: those in `orderIds`, else all open orders of the table. Accepts Idempotency-Key.',
  params: idParams,
  body: z.object({
    kind: z.literal('bill'),
    /** The `orderIds` of the printed bill. Orders that are no longer at the table are ignored. */
    orderIds: z.optional(z.array(id).check(z.maxLength(MAX_BILLED_ORDERS))),
  }),
  stored: 'other',
  status: 201,
  response: z.object({ orderIds: z.array(id) }),
})
