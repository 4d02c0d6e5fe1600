import * as z from 'zod/mini'
import { RESERVATION_SLOT_MINUTES } from '../domain/reservations/reservations.ts'

const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max))

/** The setting `reservations`, sent whole (docs/product/reservations.md#reservations-setting). */
export const reservationRulesSchema = z
  .object({
    on: z.boolean(),
    online: z.boolean(),
    slotMinutes: z.literal([...RESERVATION_SLOT_MINUTES]),
    stayMinutes: whole(30, 360),
    lastSeatingMinutes: whole(0, 240),
    leadMinutes: whole(0, 1_440),
    daysAhead: whole(1, 180),
    maxParty: whole(1, 50),
    asksFrom: z.nullable(whole(1, 50)),
    heldMinutes: whole(0, 120),
  })
  .check(z.refine(({ on, online }) => on || !online, { error: 'validation.onlineNeedsOn', path: ['online'] }))
