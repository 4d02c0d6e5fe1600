import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localTime, weekdayOf } from './local-time.ts'
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

/**
 * Whether a restaurant is open, minute by minute: a slow model that knows no moments but only what a clock on the wall
 * shows. It walks from two days before to the minute, opens at the first minute at or after a `from` and closes at the
 * last minute whose wall time is before a `to`.
 */
function modelOpen(hours: OpeningHours, at: Date, timeZone: string): boolean {
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  const wall = (moment: number) => {
    const { day, time } = localTime(new Date(moment), timeZone)
    return `${day} ${time}`
  }
  const { day } = localTime(at, timeZone)
  for (const date of [addDays(day, -2), addDays(day, -1), day, addDays(day, 1)]) {
    const exception = hours.exceptions.find((one) => one.date === date)
    const own: DayHours[] = exception
      ? 'closed' in exception
        ? []
        : exception.hours
      : hours.weekly.filter((one) => one.day === weekdayOf(date))
    for (const { from, to } of own) {
      const begins = `${date} ${from}`
      const ends = `${to <= from ? addDays(date, 1) : date} ${to}`
      // From 30 hours before, the first minute whose wall time reaches `begins`, and the last that does not reach `ends`.
      let first: number | undefined
      let last: number | undefined
      for (let moment = minute - 54 * 60 * MINUTE_MS; moment <= minute + 30 * 60 * MINUTE_MS; moment += MINUTE_MS) {
        const shown = wall(moment)
        if (first === undefined && shown >= begins) first = moment
        if (shown < ends) last = moment
      }
      if (first !== undefined && last !== undefined && first <= minute && minute <= last) return true
    }
  }
  return false
}

const HALF_HOURS = Array.from({ length: 48 }, (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`)
const time = fc.constantFrom(...HALF_HOURS)
const weekly = fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), from: time, to: time }), { maxLength: 6 })
const exceptionOn = (dates: string[]) =>
  fc.array(
    fc.oneof(
      fc.record({ date: fc.constantFrom(...dates), closed: fc.constant(true as const) }),
      fc.record({
        date: fc.constantFrom(...dates),
        hours: fc.array(fc.record({ from: time, to: time }), { maxLength: 2 }),
      }),
    ),
    { maxLength: 2 },
  )

// Both changes of clocks, a leap day, a new year; three continents and half an hour.
const PLACES: [string, string][] = [
  ['Europe/Bucharest', '2026-03-29'],
  ['Europe/Bucharest', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['Asia/Kolkata', '2028-02-29'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Europe/Bucharest', '2026-12-31'],
]

describe('hoursAt', () => {
  it.each(PLACES)('agrees in %s around %s with the wall clock, minute by minute', (zone, date) => {
    const around = [addDays(date, -1), date, addDays(date, 1)]
    const minutes = fc.integer({ min: -30 * 60, max: 42 * 60 })
    fc.assert(
      fc.property(weekly, exceptionOn(around), minutes, (week, exceptions, offset) => {
        const hours = {
          weekly: week,
          exceptions: exceptions.filter(
            (one, i) => exceptions.findIndex(({ date: other }) => other === one.date) === i,
          ),
        }
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
