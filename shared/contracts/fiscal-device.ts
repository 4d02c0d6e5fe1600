import * as z from 'zod/mini'

/* What a fiscal device alone has: pages that know printers load this, and not the receipts. */

/** A VAT group as it is programmed in the device; null while nobody has said which. */
const group = z.nullable(z.int().check(z.gte(1), z.lte(5)))
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
  nameMax: z.int().check(z.gte(20), z.lte(48)),
  /** Whether the device prints a company's tax number. */
  withTaxNumber: z.boolean(),
})
export type FiscalProfile = z.infer<typeof fiscalProfileSchema>

/** The profile as it is sent: what may be absent is unknown, or usual. */
export const sentProfile = z.extend(fiscalProfileSchema, {
  depositGroup: z._default(group, null),
  tipGroup: z._default(group, null),
  nameMax: z._default(fiscalProfileSchema.shape.nameMax, 36),
})
