import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { isoMoment } from './base/fields.ts'

/** The shortest and the longest time, in months, after which guests' data can be erased automatically. */
export const RETENTION_MONTHS = { min: 1, max: 120 } as const

const WRONG_MONTHS = 'validation.retentionMonths'

/** In months; null for no limit. */
export const retentionMonthsSchema = z.nullable(
  z.int(WRONG_MONTHS).check(z.gte(RETENTION_MONTHS.min, WRONG_MONTHS), z.lte(RETENTION_MONTHS.max, WRONG_MONTHS)),
)

export const privacySchema = z.object({
  /** Null while nothing is erased automatically. */
  retentionMonths: z.nullable(z.int()),
  /** When a new retention period takes effect; null if it is in effect, or there is none. */
  startsAt: z.nullable(isoMoment),
  orders: z.int(),
  events: z.int(),
  customers: z.int(),
  reservations: z.int(),
})
export type Privacy = z.infer<typeof privacySchema>

export const getPrivacy = endpoint('GET', '/api/privacy', 'owner', {
  summary: 'Counts whose data would be erased today, by the setting or after the requested number of months.',
  query: z.object({
    months: z.optional(z.coerce.number().check(z.int(), z.gte(RETENTION_MONTHS.min), z.lte(RETENTION_MONTHS.max))),
  }),
  response: privacySchema,
})
