import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PICKUP, SLOT_MINUTES, startOf } from '../orders/pickup.ts'
import { addDays, localTime } from './local-time.ts'
import { modelOpenings, PLACES, someHours, wallTime } from './opening-hours.fixture.ts'
import type { OpeningHours } from './opening-hours.ts'
import { allSlots, asapSlots, isSlot, nearestSlots, type SlotRules, slotDates, slotsOn } from './slots.ts'

const MINUTE_MS = 60_000
const iso = (dates: readonly Date[]) => dates.map((at) => at.toISOString())

/** The slots of a date by the slow model: each minute is looked at. */
function modelSlots(
  date: string,
  { openingHours, slots: { slotMinutes }, timeZone }: SlotRules,
  first: number,
): Date[] {
  const openings = (days: number) => (openingHours ? modelOpenings(openingHours, addDays(date, days), timeZone) : [])
  const [before, own, after] = [openings(-1), openings(0), openings(1)]
  const isIn = (all: typeof own, at: number) => all.some((one) => one.first <= at && at <= one.last)
  const slots: Date[] = []
  const noon = Date.parse(`${date}T12:00:00Z`)
  for (let at = noon - 36 * 60 * MINUTE_MS; at <= noon + 54 * 60 * MINUTE_MS; at += MINUTE_MS) {
    const isOpen = isIn(own, at)
    const isClosing = isIn(own, at - MINUTE_MS) && !isIn(after, at)
    const isSlot = Number(wallTime(at, timeZone).slice(-2)) % slotMinutes === 0
    if (isSlot && at >= first && (isOpen || isClosing) && !isIn(before, at)) slots.push(new Date(at))
  }
  return slots
}

const rulesOf = (fields: Partial<Omit<SlotRules, 'slots'>> & { slots?: Partial<SlotRules['slots']> }): SlotRules => ({
  openingHours: null,
  lastOrderMinutes: 0,
  timeZone: 'Europe/Bucharest',
  ...fields,
  slots: { ...DEFAULT_PICKUP, ...fields.slots },
})

describe('slotsOn', () => {
  it.each(PLACES)('agrees in %s around %s with the wall clock, minute by minute', (timeZone, date) => {
    const around = [addDays(date, -1), date, addDays(date, 1)]
    const slotMinutes = fc.constantFrom(...SLOT_MINUTES)
    const offsets = fc.integer({ min: -30 * 60, max: 30 * 60 })
    fc.assert(
      fc.property(someHours(around), slotMinutes, offsets, (openingHours, length, offset) => {
        const now = new Date(Date.parse(`${date}T00:00:00Z`) + offset * MINUTE_MS)
        const rules = rulesOf({
          openingHours,
          timeZone,
          slots: { slotMinutes: length, leadMinutes: 20, daysAhead: 4 },
        })
        const first = now.getTime() + 20 * MINUTE_MS
        expect(iso(slotsOn(date, rules, now))).toEqual(iso(modelSlots(date, rules, first)))
      }),
      { numRuns: 8 },
    )
  })

  const EVENING: OpeningHours = {
    weekly: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '17:00', to: '02:00' })),
    exceptions: [{ date: '2026-11-26', closed: true }],
  }
  const evening = (slots: Partial<SlotRules['slots']> = {}, lastOrderMinutes = 0) =>
    rulesOf({ openingHours: EVENING, lastOrderMinutes, slots: { slotMinutes: 30, ...slots } })
  /** Tuesday, 23:41 in Bucharest. */
  const LATE = new Date('2026-11-24T21:41:00Z')
  const walls = (dates: readonly Date[]) => dates.map((at) => localTime(at, 'Europe/Bucharest').time)

  it('begins after the lead, rounded up, and ends at closing, past midnight too', () => {
    expect(walls(slotsOn('2026-11-24', evening(), LATE))).toEqual(['00:30', '01:00', '01:30', '02:00'])
    const afterMidnight = new Date('2026-11-24T23:00:00Z')
    expect(walls(slotsOn('2026-11-24', evening(), afterMidnight))).toEqual(['01:30', '02:00'])
    expect(slotDates(evening({ daysAhead: 1 }), afterMidnight)).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('has none on a closed date, and none beyond the days ahead', () => {
    expect(slotDates(evening({ daysAhead: 3 }), LATE)).toEqual(['2026-11-24', '2026-11-25', '2026-11-27'])
    expect(slotsOn('2026-11-28', evening({ daysAhead: 3 }), LATE)).toEqual([])
    expect(slotsOn('2126-11-24', evening(), LATE)).toEqual([])
  })

  it('has none in an opening whose last orders are over', () => {
    expect(slotsOn('2026-11-24', evening({}, 120), new Date('2026-11-24T22:30:00Z'))).toEqual([])
  })

  it('counts a whole day where the restaurant is always open, and its midnight to the next date', () => {
    const rules = rulesOf({ slots: { slotMinutes: 30, leadMinutes: 0 } })
    const slots = walls(slotsOn('2026-11-25', rules, LATE))
    expect([slots.length, slots[0], slots.at(-1)]).toEqual([48, '00:00', '23:30'])
  })

  it('comes as soon as possible within the present opening alone', () => {
    expect(walls(asapSlots(evening({ daysAhead: 0 }), LATE))).toEqual(['00:30', '01:00', '01:30', '02:00'])
    expect(asapSlots(evening(), new Date('2026-11-24T10:00:00Z'))).toEqual([])
    expect(asapSlots(evening({ leadMinutes: 240 }), LATE)).toEqual([])
    expect(walls(asapSlots(rulesOf({ slots: { daysAhead: 0, slotMinutes: 30 } }), LATE)).slice(0, 2)).toEqual([
      '00:30',
      '01:00',
    ])
  })
})

it.each(PLACES)('isSlot is whether a moment is one of all slots, in %s around %s', (timeZone, date) => {
  const around = [addDays(date, -1), date, addDays(date, 1)]
  const offsets = fc.integer({ min: -30 * 60, max: 30 * 60 })
  fc.assert(
    fc.property(someHours(around), fc.constantFrom(...SLOT_MINUTES), offsets, (openingHours, slotMinutes, offset) => {
      const now = new Date(Date.parse(`${date}T00:00:00Z`) + offset * MINUTE_MS)
      const rules = rulesOf({ openingHours, timeZone, slots: { slotMinutes, leadMinutes: 20, daysAhead: 2 } })
      const all = allSlots(rules, now).map(Number)
      const step = 5 * MINUTE_MS
      const first = Math.floor(now.getTime() / step) * step - 12 * step
      const moments = Array.from({ length: 4 * 24 * 12 }, (_, i) => first + i * step)
      expect(moments.filter((at) => isSlot(new Date(at), rules, now))).toEqual(all)
    }),
    { numRuns: 4 },
  )
})

it('the nearest slots are three in order, those of a named day first, of equals the earlier', () => {
  const at = (hour: number) => new Date(hour * 60 * MINUTE_MS)
  const near = (isFree: (hour: number) => boolean, day?: { at: Date; until: Date }) =>
    nearestSlots(at(12), [10, 11, 12, 13, 32, 33].map(at), (slot) => isFree(slot.getTime() / at(1).getTime()), day)
  expect(near((hour) => hour !== 12)).toEqual([10, 11, 13].map(at))
  const today = { at: at(0), until: at(24) }
  expect(near(() => true, today)).toEqual([11, 12, 13].map(at))
  expect(near((hour) => hour < 12, today)).toEqual([10, 11].map(at))
  expect(near((hour) => hour > 12, today)).toEqual([13, 32, 33].map(at))
  // The day ends before the slot that is nearest.
  expect(near((hour) => hour !== 12, { at: at(0), until: at(11) })).toEqual([10, 11, 13].map(at))
  expect(near((hour) => hour > 12, { at: at(32), until: at(34) })).toEqual([32, 33, 13].map(at))
})

describe('the start of an order', () => {
  const createdAt = '2026-11-24T18:00:00.000Z'
  const order = {
    status: 'pending',
    createdAt,
    pickupAt: '2026-11-24T19:00:00.000Z',
    startAt: '2026-11-24T18:40:00.000Z',
  }

  it('is the lead before its time, and not before it was placed', () => {
    const placed = new Date(createdAt)
    expect(startOf(placed, new Date(order.pickupAt), 20).toISOString()).toBe(order.startAt)
    expect(startOf(placed, new Date(order.pickupAt), 90)).toEqual(placed)
  })
})
