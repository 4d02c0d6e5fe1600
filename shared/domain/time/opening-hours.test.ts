import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localTime } from './local-time.ts'
import { modelOpenings, PLACES, someHours } from './opening-hours.fixture.ts'
import {
  type DayHours,
  hoursAt,
  isServedAt,
  type OpeningHours,
  overlapIn,
  SERVED_GRACE_MS,
  type WeeklyHours,
} from './opening-hours.ts'

const MINUTE_MS = 60_000

/** Whether a restaurant is open by the slow model. */
function modelOpen(hours: OpeningHours, at: Date, timeZone: string): boolean {
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  const { day } = localTime(at, timeZone)
  return [-2, -1, 0, 1]
    .flatMap((days) => modelOpenings(hours, addDays(day, days), timeZone))
    .some(({ first, last }) => first <= minute && minute <= last)
}

describe('hoursAt', () => {
  it.each(PLACES)('agrees in %s around %s with the wall clock, minute by minute', (zone, date) => {
    const around = [addDays(date, -1), date, addDays(date, 1)]
    const minutes = fc.integer({ min: -30 * 60, max: 42 * 60 })
    fc.assert(
      fc.property(someHours(around), minutes, (hours, offset) => {
        const at = new Date(Date.parse(`${date}T00:00:00Z`) + offset * MINUTE_MS)
        expect(hoursAt(hours, 0, at, zone).open).toBe(modelOpen(hours, at, zone))
      }),
      { numRuns: 25 },
    )
  })

  const EVENING: OpeningHours = {
    weekly: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '17:00', to: '02:00' })),
    exceptions: [{ date: '2026-11-26', closed: true }],
  }
  const state = (at: string, lastOrderMinutes = 30) => {
    const { open, lastOrders, until, opensAt } = hoursAt(EVENING, lastOrderMinutes, new Date(at), 'Europe/Bucharest')
    return [open, lastOrders, until?.toISOString() ?? null, opensAt?.toISOString() ?? null]
  }

  it.each<[string, string, unknown[]]>([
    ['open', '2026-11-24T18:00:00Z', [true, false, '2026-11-25T00:00:00.000Z', null]],
    ['past midnight', '2026-11-24T23:00:00Z', [true, false, '2026-11-25T00:00:00.000Z', null]],
    [
      'too late for an order',
      '2026-11-24T23:30:00Z',
      [true, true, '2026-11-25T00:00:00.000Z', '2026-11-25T15:00:00.000Z'],
    ],
    ['closed at the minute', '2026-11-25T00:00:00Z', [false, false, null, '2026-11-25T15:00:00.000Z']],
    ['run over into a closed date', '2026-11-25T23:00:00Z', [true, false, '2026-11-26T00:00:00.000Z', null]],
    ['closed for a date', '2026-11-26T18:00:00Z', [false, false, null, '2026-11-27T15:00:00.000Z']],
    ['closed on Sunday', '2026-11-29T18:00:00Z', [false, false, null, '2026-11-30T15:00:00.000Z']],
  ])('is %s', (_, at, expected) => {
    expect(state(at)).toEqual(expected)
  })

  it('closes at no midnight between hours that touch', () => {
    const always = { weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })), exceptions: [] }
    const { open, until } = hoursAt(always, 60, new Date('2026-11-24T21:59:00Z'), 'Europe/Bucharest')
    expect([open, until && until.getTime() > Date.parse('2026-12-05T00:00:00Z')]).toEqual([true, true])
  })

  it('opens at no known time where there are no hours for 14 days', () => {
    expect(hoursAt({ weekly: [], exceptions: [] }, 0, new Date(), 'Europe/Bucharest')).toMatchObject({
      open: false,
      opensAt: null,
    })
    expect(hoursAt(null, 30, new Date(), 'Europe/Bucharest')).toMatchObject({
      open: true,
      lastOrders: false,
      until: null,
    })
  })
})

it('isServedAt accepts ten minutes longer where that is asked', () => {
  const breakfast = [{ day: 2, from: '08:00', to: '12:00' }]
  const at = (utc: string, graceMs = 0) =>
    isServedAt(breakfast, new Date(`2026-11-24T${utc}Z`), 'Europe/Bucharest', graceMs)
  expect([at('06:00'), at('09:59'), at('10:00'), at('10:09', SERVED_GRACE_MS), at('10:10', SERVED_GRACE_MS)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  expect(isServedAt(null, new Date(), 'Europe/Bucharest')).toBe(true)
})

it.each<[string, (DayHours | WeeklyHours)[], boolean]>([
  [
    'two of one day',
    [
      { from: '10:00', to: '15:00' },
      { from: '14:59', to: '20:00' },
    ],
    true,
  ],
  [
    'two that touch',
    [
      { from: '10:00', to: '15:00' },
      { from: '15:00', to: '20:00' },
    ],
    false,
  ],
  [
    'a night and the next morning',
    [
      { day: 1, from: '20:00', to: '04:00' },
      { day: 2, from: '03:00', to: '10:00' },
    ],
    true,
  ],
  [
    'Sunday’s night and Monday’s morning',
    [
      { day: 7, from: '20:00', to: '04:00' },
      { day: 1, from: '03:00', to: '10:00' },
    ],
    true,
  ],
  [
    'a whole day and another one',
    [
      { day: 1, from: '00:00', to: '00:00' },
      { day: 2, from: '00:00', to: '00:00' },
    ],
    false,
  ],
])('overlapIn knows whether %s overlap', (_, hours, overlap) => {
  expect(overlapIn(hours as WeeklyHours[]) !== undefined).toBe(overlap)
})
