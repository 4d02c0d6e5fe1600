import * as z from 'zod/mini'
import { MAX_DAYS_AHEAD, MAX_LEAD_MINUTES, MAX_ORDERS_PER_SLOT, SLOT_MINUTES } from '../domain/orders/pickup.ts'
import { endpoint } from './base/endpoint.ts'
import { isoMoment } from './base/fields.ts'

/* When takeaway orders are picked up (docs/product/hours.md#hours-pickup). */

/** The setting `pickup`. */
export const pickupSchema = z.object({
  on: z.boolean(),
  /** How long the kitchen needs, in minutes. */
  leadMinutes: z.int().check(z.gte(0), z.lte(MAX_LEAD_MINUTES)),
  slotMinutes: z.literal(SLOT_MINUTES),
  /** How many days after today orders are taken for. */
  daysAhead: z.int().check(z.gte(0), z.lte(MAX_DAYS_AHEAD)),
  /** Null for no limit. */
  ordersPerSlot: z.nullable(z.int().check(z.gte(1), z.lte(MAX_ORDERS_PER_SLOT))),
})

export const pickupSlotsSchema = z.object({
  /** When an order that comes as soon as possible is ready; null if none can be ordered now. */
  asap: z.nullable(z.object({ at: isoMoment })),
  /** The dates that have slots, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** The slots of the date that was asked for, or of the first one. */
  slots: z.array(z.object({ at: isoMoment, full: z.boolean() })),
})
export type PickupSlots = z.infer<typeof pickupSlotsSchema>

export const getPickup = endpoint('GET', '/api/pickup', 'public', {
  summary:
    'The times at which takeaway orders can be picked up on a date. A time after midnight belongs to the date on which its opening began. Without pickup all of it is empty.',
  query: z.object({ date: z.optional(z.iso.date()) }),
  answer: pickupSlotsSchema,
})
