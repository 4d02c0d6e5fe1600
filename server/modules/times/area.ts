import type { ReadSettings } from '#server/modules/settings/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { type PublishedResponse, publishJson, sendPublished } from '#server/platform/published-response.ts'
import { getHours, getPickup, type Hours, type PickupSlots } from '#shared/contracts/hours.ts'
import { pickupRules } from '#shared/domain/orders/pickup.ts'
import { isOnline } from '#shared/domain/reservations/reservations.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { asapSlots, slotDates, slotsOn } from '#shared/domain/time/slots.ts'
import { minuteCache } from './index.ts'
import { readTakenSlots, type TakenSlots } from './repo.ts'
import { isFullSlot, isPausedAt } from './service.ts'

type Parts = AreaBase & { isListening(): boolean }

export function timesArea(parts: Parts): AreaWiring {
  const { app, db, timeZone } = parts
  const hours = minuteCache(parts, async (settings, now) => publishJson(hoursNow(settings, timeZone, now)))
  const pickup = minuteCache(parts, async (settings, now) => {
    const taken = settings.pickup.on ? await readTakenSlots(db, now) : undefined
    return pickupNow({ settings, taken, timeZone, now })
  })
  route(app, getHours, async ({ request, reply }) => sendPublished(await hours.current(), request, reply))
  route(app, getPickup, async ({ query: { date }, request, reply }) => {
    const responseOn = await pickup.current()
    return sendPublished(await responseOn(date), request, reply)
  })
  const forget = () => {
    hours.forget()
    pickup.forget()
  }
  return {
    // The topics of orders belong to their module, which uses this one.
    topics: { settings: forget, order: pickup.forget, orders: pickup.forget },
    onMissed: forget,
  }
}

function hoursNow(settings: ReadSettings, timeZone: string, now: Date): Hours {
  const { until, opensAt, ...state } = hoursAt(settings.openingHours, settings.lastOrderMinutes, now, timeZone)
  const rules = pickupRules(settings, timeZone)
  // The pages offer no pickup when there is no time to choose.
  const on = settings.pickup.on && slotDates(rules, now).length > 0
  const asap = on && !isPausedAt(settings, now, now) && asapSlots(rules, now).length > 0
  return {
    ...state,
    pickup: { on, asap },
    reservations: isOnline(settings.reservations),
    until: until?.toISOString() ?? null,
    opensAt: opensAt?.toISOString() ?? null,
  }
}

interface PickupState {
  settings: ReadSettings
  /** Undefined while pickup is off. */
  taken: TakenSlots | undefined
  timeZone: string
  now: Date
}

/** The responses about the times of pickup: each is made when its date is first asked for. */
function pickupNow({ settings, taken, timeZone, now }: PickupState) {
  const rules = pickupRules(settings, timeZone)
  const isFull = (at: Date) => taken !== undefined && isFullSlot(taken, at, settings.pickup.ordersPerSlot)
  const offeredOn = (date: string) => slotsOn(date, rules, now).filter((at) => !isPausedAt(settings, at, now))
  const days = taken ? slotDates(rules, now).filter((date) => offeredOn(date).length > 0) : []
  const isAsap = taken !== undefined && !isPausedAt(settings, now, now)
  const asap = isAsap ? asapSlots(rules, now).find((at) => !isFull(at)) : undefined
  const responses = new Map<string | undefined, Promise<PublishedResponse>>()
  const on = (wanted: string | undefined = days[0]): Promise<PublishedResponse> => {
    // All dates without slots have one response.
    const date = days.find((day) => day === wanted)
    const known = responses.get(date)
    if (known !== undefined) return known
    const slots = (date === undefined ? [] : offeredOn(date)).map((at) => ({ at: at.toISOString(), full: isFull(at) }))
    const response = publishJson({ asap: asap ? { at: asap.toISOString() } : null, days, slots } satisfies PickupSlots)
    responses.set(date, response)
    return response
  }
  return on
}
