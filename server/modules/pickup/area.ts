import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import type { Area } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import { getPickup } from '#shared/contracts/pickup.ts'
import { asapSlots, pickupDates, slotsOn } from '#shared/domain/orders/pickup.ts'
import { readTakenSlots } from './repo.ts'
import { deletePastSlots, isFullSlot, isPausedAt } from './service.ts'

const HOUR_MS = 60 * 60_000

export const pickupArea: Area = ({ app, db, clock, timeZone }) => {
  let known: ReadSettings | undefined
  // However many phones ask, one read runs at a time.
  const read = readTogether(async () => {
    const [settings, taken] = await Promise.all([readSettings(db), readTakenSlots(db, clock.now())])
    // The times of the same hours are computed once.
    if (settings.rowVersion !== known?.rowVersion) known = settings
    return { settings: known, taken }
  })
  route(app, getPickup, async ({ query }) => {
    const { settings, taken } = await read()
    const now = clock.now()
    const { on, ordersPerSlot } = settings.pickup
    if (!on) return { asap: null, days: [], slots: [] }
    const rules = { ...settings, timeZone }
    const isFull = (at: Date) => isFullSlot(taken, at, ordersPerSlot)
    const isOffered = (at: Date) => !isPausedAt(settings, at, now)
    const days = pickupDates(rules, now).filter((date) => slotsOn(date, rules, now).some(isOffered))
    const date = query.date ?? days[0]
    const slots = date === undefined ? [] : slotsOn(date, rules, now).filter(isOffered)
    const asap = isPausedAt(settings, now, now) ? undefined : asapSlots(rules, now).find((at) => !isFull(at))
    return {
      asap: asap ? { at: asap.toISOString() } : null,
      days,
      slots: slots.map((at) => ({ at: at.toISOString(), full: isFull(at) })),
    }
  })
  return { timers: [{ everyMs: HOUR_MS, run: () => deletePastSlots(db, clock.now()) }] }
}
