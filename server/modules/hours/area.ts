import { isPausedAt } from '#server/modules/pickup/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Area } from '#server/platform/area.ts'
import { sendPublished } from '#server/platform/http/published.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import { type PublishedResponse, publishResponse } from '#server/platform/published-response.ts'
import { getHours, type Hours } from '#shared/contracts/hours.ts'
import { asapSlots, pickupDates } from '#shared/domain/orders/pickup.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'

const MINUTE_MS = 60_000

/** What guests read about the hours: written once a minute and after a change, and then sent for every request. */
export const hoursArea: Area = ({ app, db, clock, timeZone, isListening }) => {
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
