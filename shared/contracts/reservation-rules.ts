import * as z from 'zod/mini'
import { RESERVATION_LIMITS as LIMITS, RESERVATION_SLOT_MINUTES } from '../domain/reservations/reservations.ts'

const whole = ([min, max]: readonly [number, number]) => z.int().check(z.gte(min), z.lte(max))

/** The setting `reservations`, sent whole (docs/product/reservations.md#reservations-setting). */
export const reservationRulesSchema = z
  .object({
    on: z.boolean(),
    online: z.boolean(),
    slotMinutes: z.literal([...RESERVATION_SLOT_MINUTES]),
    stayMinutes: whole(LIMITS.stayMinutes),
    lastSeatingMinutes: whole(LIMITS.lastSeatingMinutes),
    leadMinutes: whole(LIMITS.leadMinutes),
    daysAhead: whole(LIMITS.daysAhead),
    maxParty: whole(LIMITS.maxParty),
    asksFrom: z.nullable(whole(LIMITS.asksFrom)),
    heldMinutes: whole(LIMITS.heldMinutes),
  })
  .check(z.refine(({ on, online }) => on || !online, { error: 'validation.onlineNeedsOn', path: ['online'] }))
