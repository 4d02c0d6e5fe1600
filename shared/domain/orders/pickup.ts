import type * as z from 'zod/mini'
import type { pickupSchema } from '../../contracts/hours.ts'
import { addDays, localTime } from '../time/local-time.ts'
import { ALWAYS, openingsOf } from '../time/opening-hours.ts'
import type { SlotRules } from '../time/slots.ts'

/* When takeaway orders are picked up, and the kitchen starts with them (docs/product/hours.md#hours-pickup). */

export const SLOT_MINUTES = [5, 10, 15, 20, 30] as const
export const MAX_LEAD_MINUTES = 240
export const MAX_DAYS_AHEAD = 14
export const MAX_ORDERS_PER_SLOT = 999

export type Pickup = z.infer<typeof pickupSchema>

export const DEFAULT_PICKUP: Pickup = { on: false, leadMinutes: 20, slotMinutes: 15, daysAhead: 2, ordersPerSlot: null }

interface PickupSettings extends Omit<SlotRules, 'slots'> {
  pickup: Pickup
}

/** The rules by which `slotsOn` makes the times of pickup. */
export const pickupRules = <Settings extends Omit<PickupSettings, 'timeZone'>>(
  settings: Settings,
  timeZone: string,
) => ({
  ...settings,
  slots: settings.pickup,
  timeZone,
})

/** The last moment that can be chosen, on the last date that is offered or where its hours close after midnight. */
export function lastPickup(
  { pickup, openingHours, timeZone }: Omit<PickupSettings, 'lastOrderMinutes'>,
  now: Date,
): Date {
  const date = addDays(localTime(now, timeZone).day, pickup.daysAhead)
  const ends = [ALWAYS, openingHours ?? ALWAYS].flatMap((hours) => openingsOf(hours, date, timeZone))
  return new Date(Math.max(...ends.map(({ to }) => to.getTime())))
}

/** When the kitchen starts with an order. @param leadMinutes how long it needs */
export function startOf(createdAt: Date, pickupAt: Date, leadMinutes: number): Date {
  return new Date(Math.max(createdAt.getTime(), pickupAt.getTime() - leadMinutes * MINUTE_MS))
}

const MINUTE_MS = 60_000
