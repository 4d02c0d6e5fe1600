import * as z from 'zod/mini'
import { readTaxNumber } from '../domain/fiscal/tax-number.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParam, idParams, isoMoment, mapped, minorAmount, singleLine, textRule } from './base/fields.ts'

/* Fiscal receipts, in bani and thousandths of a unit. The restaurant's own device prints them, by its driver. */

export const fiscalReceiptSchema = z.object({
  lines: z.array(
    z.object({
      kind: z.enum(['item', 'deposit', 'tip']),
      name: z.string(),
      unit: z.string(),
      unitPrice: minorAmount,
      quantity: z.int(),
      /** The VAT rate of an item in percent; null without one. */
      vat: z.nullable(z.number()),
      discount: minorAmount,
    }),
  ),
  /** What was paid by each method, with its tips and without what was given back. */
  payments: z.array(z.object({ method: id, amount: minorAmount })),
  taxNumber: z.nullable(z.string()),
})
export type FiscalReceipt = z.infer<typeof fiscalReceiptSchema>
export type FiscalLine = FiscalReceipt['lines'][number]

/** A company's Romanian tax number, with RO if it was typed with it. */
export const typedTaxNumber = mapped(
  z.nullable(
    singleLine(20).check(
      textRule((value) => value === '' || readTaxNumber(value) !== undefined, 'validation.taxNumber'),
    ),
  ),
  (value) => readTaxNumber(value ?? '') ?? null,
)

export const FISCAL_KINDS = ['receipt', 'z'] as const

/**
 * `waiting`: for the bridge; `handed`: to the driver, which has not answered; `printed`; `refused`: nothing was printed;
 * `unclear`: nobody knows; `by_hand`: somebody keys it in; `withdrawn`: before it was handed over.
 */
export const FISCAL_STATES = ['waiting', 'handed', 'printed', 'refused', 'unclear', 'by_hand', 'withdrawn'] as const
export type FiscalState = (typeof FISCAL_STATES)[number]

/** What the driver said, as `readFiscalAnswer` reads it. */
const driversWords = { number: z.nullable(z.string()), code: z.nullable(z.string()), info: z.nullable(z.string()) }

export const madeReceiptSchema = z.extend(fiscalReceiptSchema, {
  id,
  /** The name of its file; each time it is handed over it has another one. */
  name: z.string(),
  /** `z` is the report of the device's day, which has neither orders, lines nor payments. */
  kind: z.enum(FISCAL_KINDS),
  orderIds: z.array(id),
  /** The guest whose lines these are; null for a table's rest. */
  guestName: z.nullable(z.string()),
  state: z.enum(FISCAL_STATES),
  /**
   * The receipt's number as the driver says it; and why it is refused: `code` is the driver's, or `MASA` (the bridge did
   * not hand it over), `late` (it waited 10 minutes), `off`, `fiscal_group` and `fiscal_sum` (`FiscalRefusal`).
   */
  ...driversWords,
  at: isoMoment,
  /** The moment of its state. */
  changedAt: isoMoment,
  /** Whose payment or change made it, or who asked for the report; empty for no user. */
  by: z.string(),
  decidedBy: z.nullable(z.string()),
  /** What the driver said after a decision, or about an earlier name: it may have been printed twice. */
  lateAnswer: z.nullable(z.extend(z.object(driversWords), { state: z.enum(['printed', 'refused']), at: isoMoment })),
  /** When something of it was taken back, cancelled or taken off after it was handed over; null if nothing was. */
  undoneAt: z.nullable(isoMoment),
})
export type MadeReceipt = z.infer<typeof madeReceiptSchema>

/** Why money that was taken stands on no fiscal receipt, and there comes none. */
const FISCAL_WHYS = ['unpaid', 'taken_off', 'cancelled', 'before', 'tip'] as const

const fiscalLeftSchema = z.object({
  /** The orders of the bill. */
  orderIds: z.array(id),
  /** With tips, without what the house gave. */
  amount: minorAmount,
  /**
   * `unpaid`: it ended with something due; `taken_off`, `cancelled`: something of it was, and too little given back;
   * `before`: it was paid in part while receipts were off; `tip`: of a payment that was recorded anew.
   */
  why: z.enum(FISCAL_WHYS),
})
export type FiscalLeft = z.infer<typeof fiscalLeftSchema>

export const getFiscal = endpoint('GET', '/api/fiscal', 'floor', {
  summary:
    'The fiscal receipts of an order; without one, those about which something is still to be done. Oldest first.',
  query: z.object({ orderId: z.optional(idParam) }),
  response: z.object({
    /** When the bridge last asked or answered, to ten seconds; null without a device. */
    seenAt: z.nullable(isoMoment),
    receipts: z.array(madeReceiptSchema),
    /** Money that was taken and stands on no receipt, with none to come: of the order's bill, else all. */
    left: z.array(fiscalLeftSchema),
  }),
})

/** The most orders of one bill: those that payments connect. */
const MAX_BILL_ORDERS = 1000

export const keyInLeft = endpoint('POST', '/api/fiscal/left', 'floor', {
  summary:
    'Says that money that stands on no receipt is keyed in by hand; the receipt that is added has no lines. 409 decided if the bill is not so any more. An Idempotency-Key makes it safe to repeat.',
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_BILL_ORDERS)), amount: minorAmount }),
  stored: 'other',
  status: 201,
  response: madeReceiptSchema,
})

export const getFiscalNumbers = endpoint('GET', '/api/fiscal/numbers', 'floor', {
  summary: 'The numbers of the newest 200 printed receipts and the orders on them, oldest first; the board shows them.',
  response: z.array(z.object({ orderIds: z.array(id), number: z.string() })),
})

export const FISCAL_DECISIONS = ['printed', 'again', 'by_hand'] as const

export const decideReceipt = endpoint('POST', '/api/fiscal/:id', 'floor', {
  summary:
    'Says with the paper in hand what became of a receipt: `printed` and `again` of refused and unclear ones (`again` of an unclear one: owners), `by_hand` of waiting ones too. 409 decided if there is nothing to decide.',
  params: idParams,
  body: z.object({ decision: z.enum(FISCAL_DECISIONS) }),
  response: madeReceiptSchema,
})

export const printZ = endpoint('POST', '/api/fiscal/z', 'owner', {
  summary:
    'Has the device print the report of its day. 409 fiscal_open while anything waits, is handed over or unclear. An Idempotency-Key makes it safe to repeat.',
  stored: 'other',
  status: 201,
  response: madeReceiptSchema,
})

export const getFiscalBridge = endpoint('GET', '/api/fiscal/bridge', 'owner', {
  summary: 'The bridge, a file for Node that stands beside the driver (docs/fiscal-bridge.md).',
})

/* The bridge of a fiscal device asks by its token, as a printer does. */

const printing = z.object({ token: z.string().check(z.maxLength(100)) })
/** The name of a receipt's file. */
const receiptName = z.string().check(z.regex(/^[\w-]{1,64}$/))

export const nextReceipt = endpoint('POST', '/api/printing/:token/next', 'public', {
  summary: 'Hands the next fiscal receipt to the bridge, once; 204 without one.',
  params: printing,
  response: z.object({ name: receiptName, text: z.string() }),
})

/** The driver's words are cut by whoever reads them; any characters may stand in them. */
const ANSWER_MAX = 2000

export const answerReceipt = endpoint('POST', '/api/printing/:token/answer', 'public', {
  summary: 'The driver’s answer about a receipt; it may be repeated. 404 for a name that was never handed over.',
  params: printing,
  body: z.object({ name: receiptName, text: z.string().check(z.maxLength(ANSWER_MAX)) }),
  status: 204,
})
