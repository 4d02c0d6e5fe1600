import * as z from 'zod/mini'
import { MAX_GUEST_NAME } from '../domain/orders/cart.ts'
import { MAX_AMOUNT, MAX_METHODS, METHOD_KINDS, REASON_MAX } from '../domain/payments/methods.ts'
import { endpoint } from './base/endpoint.ts'
import {
  id,
  idParam,
  idParams,
  isoMoment,
  minorAmount,
  optionalLine,
  optionalText,
  singleLine,
  text,
} from './base/fields.ts'
import { typedTaxNumber } from './fiscal.ts'

/*
 * Payments as people record them; nothing is ever charged (docs/product/payments.md). Amounts are minor units of
 * the restaurant's currency. Payment, reversal, till and closing each need an Idempotency-Key.
 */

/** The most orders that one payment pays: those of a bill. */
const MAX_PAID_ORDERS = 200

/** The longest name of a payment method and of a station. */
export const LISTED_NAME_MAX = 40

export const paymentMethodSchema = z.object({ id, kind: z.enum(METHOD_KINDS), name: z.string(), nameRo: z.string() })

/** A method without an id is new. */
const sentMethodSchema = z.object({
  id: z.optional(id),
  kind: z.enum(METHOD_KINDS),
  name: singleLine(LISTED_NAME_MAX, 1),
  nameRo: z._default(singleLine(LISTED_NAME_MAX), ''),
})
export const sentMethods = z.array(sentMethodSchema).check(
  z.minLength(1),
  z.maxLength(MAX_METHODS),
  z.refine((methods) => {
    const ids = methods.flatMap((method) => method.id ?? [])
    return new Set(ids).size === ids.length
  }, 'validation.methodTwice'),
)

/** An amount that somebody types: at least 1. */
const amount = minorAmount.check(z.gte(1), z.lte(MAX_AMOUNT))
const tip = minorAmount.check(z.lte(MAX_AMOUNT))
export const amountOrNothing = tip

export const paymentInputSchema = z.object({
  orders: z.array(id).check(z.minLength(1), z.maxLength(MAX_PAID_ORDERS)),
  /** The due of the orders that the caller saw; the request is rejected if it changed since. */
  due: z.int(),
  /** From 1 to `due`, without the tip. */
  amount,
  /** The id of one of `paymentMethods`. */
  method: id,
  tip: z._default(tip, 0),
  /** Cash received; at least amount and tip, rounded. */
  tendered: z.optional(z.nullable(tip)),
  /** Who of the table pays; null for the table. */
  guestName: optionalLine(MAX_GUEST_NAME),
  /** Needed with a method of the house. */
  reason: optionalText(REASON_MAX),
  /**
   * The company for which the fiscal receipt is; of a bill's payments the last one counts. Absent in requests from
   * before: a default would change the hash by which a repeated request is recognized.
   */
  taxNumber: z.optional(typedTaxNumber),
})
export type PaymentInput = z.infer<typeof paymentInputSchema>

export const recordedSchema = z.object({
  id,
  amount: minorAmount,
  tip: minorAmount,
  /** The amount that rounding added to the till's cash; negative where it lowered it. */
  rounding: z.int(),
  /** The cash that the guest gets back. */
  change: minorAmount,
  /** The due of the orders together, after the entry. */
  due: z.int(),
})
export type Recorded = z.infer<typeof recordedSchema>

export const paymentSchema = z.object({
  id,
  at: isoMoment,
  /** The username of the person who recorded it. */
  user: z.string(),
  /** The payment that this entry takes back; null for a payment. */
  reverses: z.nullable(id),
  /** The method as it was then. */
  method: paymentMethodSchema,
  /** Amount, tip and rounding are negative in what takes a payment back. */
  amount: z.int(),
  tip: z.int(),
  rounding: z.int(),
  tendered: z.nullable(minorAmount),
  guestName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The amounts that can still be taken back; 0 in a reversal. */
  left: z.object({ amount: minorAmount, tip: minorAmount }),
  orders: z.array(z.object({ orderId: id, amount: z.int() })),
})
export type Payment = z.infer<typeof paymentSchema>

export const recordPayment = endpoint('POST', '/api/payments', 'floor', {
  summary:
    'Records a payment of orders in one currency: overpaid ones are evened, then the oldest are paid. 409 due_changed if they owe another sum than `due`.',
  body: paymentInputSchema,
  stored: 'entry',
  keyNeeded: true,
  status: 201,
  response: recordedSchema,
})

export const getPayments = endpoint('GET', '/api/payments', 'floor', {
  scopes: ['reports:read'],
  summary: 'The payments of an order, and what was taken back of them, oldest first.',
  query: z.object({ orderId: idParam }),
  response: z.array(paymentSchema),
})

export const reversePayment = endpoint('POST', '/api/payments/:id/reverse', 'floor', {
  summary:
    'Takes back a part of a payment, or all of it, by an entry of its own: an owner, and within 10 minutes who recorded it. At most what is left of amount and tip.',
  params: idParams,
  body: z
    .object({ amount: tip, tip: z._default(tip, 0), method: id, reason: text(REASON_MAX, 1) })
    .check(z.refine(({ amount, tip }) => amount + tip > 0, { path: ['amount'], error: 'validation.nothingToReverse' })),
  stored: 'entry',
  keyNeeded: true,
  status: 201,
  response: recordedSchema,
})

export const TILL_KINDS = ['in', 'out'] as const

export const recordTill = endpoint('POST', '/api/till', 'owner', {
  summary: 'Records cash that was put into the till or taken out of it.',
  body: z.object({ kind: z.enum(TILL_KINDS), amount, reason: text(REASON_MAX, 1) }),
  stored: 'entry',
  keyNeeded: true,
  status: 201,
  response: z.object({ id }),
})
