import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { sendPublished } from '#server/platform/http/published.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import { type PublishedResponse, publishResponse } from '#server/platform/published-response.ts'
import { getHours, getPickup, type Hours } from '#shared/contracts/hours.ts'
import { asapSlots, pickupDates, slotsOn } from '#shared/domain/orders/pickup.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { readTakenSlots } from './repo.ts'
import { deletePastSlots, isFullSlot, isPausedAt } from './service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const hoursArea: Area = (parts) => {
  const { db, clock } = parts
  pickupRoutes(parts)
  return { ...publishHours(parts), timers: [{ everyMs: HOUR_MS, run: () => deletePastSlots(db, clock.now()) }] }
}

/** What guests read about the hours: written once a minute and after a change, and then sent for every request. */
function publishHours({ app, db, clock, timeZone, isListening }: AreaParts) {
  let published: { minute: number; response: PublishedResponse } | undefined
  let changes = 0
  const minuteNow = () => Math.floor(clock.now().getTime() / MINUTE_MS)
  const ready = () => (isListening() && published?.minute === minuteNow() ? published.response : undefined)
  const publish = readTogether(async () => {
    const minute = minuteNow()
    const changesBefore = changes
    const now = clock.now()
    const settings = await readSettings(db)
    const { until, opensAt, ...state } = hoursAt(settings.openingHours, settings.lastOrderMinutes, now, timeZone)
    const rules = { ...settings, timeZone }
    // Without a time to choose, the pages offer none.
    const on = settings.pickup.on && pickupDates(rules, now).length > 0
    const asap = on && !isPausedAt(settings, now, now) && asapSlots(rules, now).length > 0
    const hours: Hours = {
      ...state,
      pickup: { on, asap },
      until: until?.toISOString() ?? null,
      opensAt: opensAt?.toISOString() ?? null,
    }
    const caching = { 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
    const response = await publishResponse(Buffer.from(JSON.stringify(hours)), caching)
    // What was read before a change is not kept for the requests after it.
    if (changes === changesBefore) published = { minute, response }
    return response
  })
  const forget = () => {
    changes += 1
    published = undefined
  }
  route(app, getHours, async ({ request, reply }) => sendPublished(ready() ?? (await publish()), request, reply))
  return { topics: { settings: forget }, onMissed: forget, published: { [getHours.path]: ready } }
}

function pickupRoutes({ app, db, clock, timeZone }: AreaParts): void {
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
}
