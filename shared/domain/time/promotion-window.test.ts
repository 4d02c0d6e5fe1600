import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isShown, nextWeekday, type PromotionWindow, WEEKDAYS, windowIssues } from './promotion-window.ts'

const window = (more: Partial<PromotionWindow> = {}): PromotionWindow => ({
  isActive: true,
  startDate: '2026-06-10',
  endDate: '2026-06-20',
  startHour: null,
  endHour: null,
  weekdays: [...WEEKDAYS],
  ...more,
})
// The properties below hold for every hour of a year in Bucharest; these are the bounds, and other time zones.
describe('isShown', () => {
  const ONE_DAY = { startDate: '2026-06-15', endDate: '2026-06-15' }
  const LUNCH = { startHour: '12:00', endHour: '16:00' }
  const NIGHT = { startDate: '2026-01-01', endDate: '2026-12-31', startHour: '03:00', endHour: '03:59' }
  /** 15 June 2026 is a Monday. */
  const MONDAYS = { weekdays: [1] }

  it.each<[Partial<PromotionWindow>, string, boolean, zone?: string]>([
    [{}, '2026-06-09T20:59:59Z', false],
    [{}, '2026-06-09T21:00:00Z', true],
    [{}, '2026-06-20T20:59:59Z', true],
    [{}, '2026-06-20T21:00:00Z', false],
    [{}, '2026-06-09T21:00:00Z', false, 'UTC'],
    [{}, '2026-06-09T10:00:00Z', false, 'Pacific/Auckland'],
    [{}, '2026-06-09T12:00:00Z', true, 'Pacific/Auckland'],
    [{ isActive: false }, '2026-06-15T12:00:00Z', false],
    [ONE_DAY, '2026-06-15T09:00:00Z', true],
    [ONE_DAY, '2026-06-16T09:00:00Z', false],
    [LUNCH, '2026-06-15T08:59:59.999Z', false],
    [LUNCH, '2026-06-15T09:00:00Z', true],
    [LUNCH, '2026-06-15T13:00:59.999Z', true],
    [LUNCH, '2026-06-15T13:01:00Z', false],
    [LUNCH, '2026-06-25T10:00:00Z', false],
    [{ startHour: '12:00', endHour: '12:00' }, '2026-06-15T09:00:30Z', true],
    [{ startHour: '00:00', endHour: '23:59' }, '2026-06-20T20:59:59Z', true],
    // Clocks go from 4:00 back to 3:00 on 25 October 2026: the hour counts both times.
    [NIGHT, '2026-10-25T00:30:00Z', true],
    [NIGHT, '2026-10-25T01:30:00Z', true],
    [MONDAYS, '2026-06-14T20:59:59Z', false],
    [MONDAYS, '2026-06-14T21:00:00Z', true],
    [MONDAYS, '2026-06-15T21:00:00Z', false],
    [MONDAYS, '2026-06-22T12:00:00Z', false],
    [MONDAYS, '2026-06-14T22:00:00Z', false, 'UTC'],
    [MONDAYS, '2026-06-16T05:00:00Z', true, 'America/Los_Angeles'],
  ])('of %j at %s is %s', (more, moment, expected, zone = 'Europe/Bucharest') => {
    expect(isShown(window(more), new Date(moment), zone)).toBe(expected)
  })
})

it.each([
  ['2026-06-15', '2026-06-15'],
  ['2026-06-16', '2026-06-17'],
  ['2026-06-18', undefined],
])('a promotion for Mondays and Wednesdays comes again, from %s, on %s', (from, expected) => {
  expect(nextWeekday({ endDate: '2026-06-20', weekdays: [1, 3] }, from)).toBe(expected)
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR = { start: Date.parse('2026-01-01T00:00:00Z'), hours: 365 * 24 }
const SUMMER = { start: Date.parse('2026-03-29T01:00:00Z'), end: Date.parse('2026-10-25T01:00:00Z') }

/** The local time of Bucharest in 2026, as the day of the year from 0 and the minute of the day. */
const bucharestTime = (at: number) => {
  const isSummer = at >= SUMMER.start && at < SUMMER.end
  const localMs = at + (isSummer ? 3 : 2) * HOUR_MS - YEAR.start
  return { day: Math.floor(localMs / DAY_MS), minute: Math.floor((localMs % DAY_MS) / MINUTE_MS) }
}
const dayText = (day: number) => new Date(YEAR.start + day * DAY_MS).toISOString().slice(0, 10)
const hourText = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16)
const anyMinute = fc.integer({ min: 0, max: 24 * 60 - 1 })
/** Any day of the year; more often one around a change of clocks. */
const anyDay = fc
  .tuple(fc.constantFrom(0, 86, 87, 88, 296, 297, 298, 364), fc.integer({ min: -30, max: 30 }))
  .map(([day, offset]) => Math.min(364, Math.max(0, day + offset)))
const anyWeekdays = fc.subarray([...WEEKDAYS], { minLength: 1 })
/** 1 January 2026 was a Thursday. */
const weekdayOfDay = (day: number) => ((day + 3) % 7) + 1
const ordered = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const

describe('in every hour of a year,', () => {
  /** A moment of each hour of the year, at this minute. */
  const moments = (minute: number) =>
    Array.from({ length: YEAR.hours }, (_, hour) => YEAR.start + hour * HOUR_MS + minute * MINUTE_MS)
  const minuteOfHour = fc.integer({ min: 0, max: 59 })

  it('a promotion is shown on its days from its first minute to its last', () => {
    fc.assert(
      fc.property(
        anyDay,
        anyDay,
        anyMinute,
        anyMinute,
        minuteOfHour,
        anyWeekdays,
        (dayA, dayB, minuteA, minuteB, minutePast, weekdays) => {
          const [first, last] = ordered(dayA, dayB)
          const [start, end] = ordered(minuteA, minuteB)
          const promotion = window({
            ...{ startDate: dayText(first), endDate: dayText(last) },
            ...{ startHour: hourText(start), endHour: hourText(end), weekdays },
          })
          expect(windowIssues(promotion)).toEqual([])
          for (const at of moments(minutePast)) {
            const { day, minute } = bucharestTime(at)
            const isDay = day >= first && day <= last && weekdays.includes(weekdayOfDay(day))
            const expected = isDay && minute >= start && minute <= end
            if (isShown(promotion, new Date(at), 'Europe/Bucharest') !== expected) throw new Error(`at ${new Date(at)}`)
          }
        },
      ),
      { numRuns: 4 },
    )
  })
})

describe('windowIssues', () => {
  it.each([
    [{}, []],
    [{ startDate: '2026-06-20' }, []],
    [{ startDate: '2026-06-20', endDate: '2026-06-20' }, []],
    [{ startDate: '2026-06-21', endDate: '2026-06-20' }, ['endDate validation.promotionDates']],
    [{ startDate: '2026-06-21T10:00:00Z', endDate: '2026-06-20' }, []],
    [{ startDate: '', endDate: '2026-06-20' }, []],
    [{ startHour: null, endHour: null }, []],
    [{ startHour: '12:00' }, []],
    [{ startHour: '12:00', endHour: null }, ['endHour validation.promotionHoursBoth']],
    [{ startHour: null, endHour: '12:00' }, ['startHour validation.promotionHoursBoth']],
    [{ startHour: '12:00', endHour: '12:00' }, []],
    [{ startHour: '12:01', endHour: '12:00' }, ['endHour validation.promotionHours']],
    [{ startHour: '24:00', endHour: '12:00' }, []],
    [
      { startDate: '2026-06-21', endDate: '2026-06-20', startHour: '22:00', endHour: '02:00' },
      ['endDate validation.promotionDates', 'endHour validation.promotionHours'],
    ],
  ])('returns for %j the issues %j', (times, expected) => {
    expect(windowIssues(times).map((issue) => issue.join(' '))).toEqual(expected)
  })
})
