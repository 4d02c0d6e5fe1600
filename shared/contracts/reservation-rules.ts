import * as z from 'zod/mini'
import { mapValues } from '../domain/objects.ts'
import { RESERVATION_NUMBERS, RESERVATION_SLOT_MINUTES } from '../domain/reservations/reservations.ts'

const numbers = mapValues(RESERVATION_NUMBERS, ({ min, max }) => z.int().check(z.gte(min), z.lte(max)))

/** The setting `reservations`, sent whole (docs/product/reservations.md#reservations-setting). */
export const reservationRulesSchema = z
  .object({
    /** Whether the house takes reservations. */
    on: z.boolean(),
    /** Whether guests reserve on their own page. */
    online: z.boolean(),
    slotMinutes: z.literal([...RESERVATION_SLOT_MINUTES]),
    ...numbers,
    asksFrom: z.nullable(numbers.asksFrom),
  })
  .check(z.refine(({ on, online }) => on || !online, { error: 'validation.onlineNeedsOn', path: ['online'] }))
