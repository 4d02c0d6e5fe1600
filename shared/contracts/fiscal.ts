import * as z from 'zod/mini'
import { isTaxNumber } from '../domain/fiscal/tax-number.ts'
import { id, mapped, money, singleLine, textRule } from './base/fields.ts'

/* Fiscal receipts, in bani and thousandths of a unit. The restaurant's own device prints them, by its driver. */

/** A VAT group as it is programmed in the device; null while nobody has said which. */
const group = z._default(z.nullable(z.int().check(z.gte(1), z.lte(5))), null)
const rateOrNone = z.string().check(z.regex(/^(none|(0|[1-9]\d?)(\.\d?[1-9])?)$/))
const methodId = z.string().check(z.regex(/^[1-9]\d{0,9}$/))

/** What only the device knows: there is no default for a group or a code. */
export const fiscalProfileSchema = z.object({
  /** The group of each VAT rate in percent; `none` is for dishes without a rate, of who pays no VAT. */
  groups: z.record(rateOrNone, group),
  depositGroup: group,
  tipGroup: group,
  /** The article group of all lines; 1 for a device without such groups. */
  articleGroup: z.int().check(z.gte(1), z.lte(99)),
  /** The code of each payment method, by the method's id. */
  codes: z.record(methodId, z.nullable(z.int().check(z.gte(1), z.lte(9)))),
  /** The longest name that the device prints. */
  nameMax: z._default(z.int().check(z.gte(20), z.lte(48)), 36),
  /** Whether the device prints a company's tax number. */
  withTaxNumber: z.boolean(),
})
export type FiscalProfile = z.infer<typeof fiscalProfileSchema>

export const fiscalReceiptSchema = z.object({
  lines: z.array(
    z.object({
      kind: z.enum(['item', 'deposit', 'tip']),
      name: z.string(),
      unit: z.string(),
      unitPrice: money,
      quantity: z.int(),
      /** The VAT rate of an item in percent; null without one. */
      vat: z.nullable(z.number()),
      discount: money,
    }),
  ),
  /** What was paid by each method, with its tips and without what was given back. */
  payments: z.array(z.object({ method: id, amount: money })),
  taxNumber: z.nullable(z.string()),
})
export type FiscalReceipt = z.infer<typeof fiscalReceiptSchema>
export type FiscalLine = FiscalReceipt['lines'][number]

/** A company's Romanian tax number, with RO or without, as it was typed but for spaces and capitals. */
export const typedTaxNumber = mapped(
  z.nullish(singleLine(20).check(textRule((value) => value === '' || isTaxNumber(value), 'validation.taxNumber'))),
  (value) => value?.replaceAll(' ', '').toUpperCase() || null,
)
