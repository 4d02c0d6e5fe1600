import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPastMidnight,
  isShown,
  nextWeekday,
  type PromotionTimes,
  type PromotionWindow,
  splitPastMidnight,
  WEEKDAYS,
  windowIssues,
} from './promotion-window.ts'

const window = (more: Partial<PromotionWindow> = {}): PromotionWindow => ({
  isActive: true,
  startDate: '2026-06-10',
  endDate: '2026-06-20',
  startHour: null,
  endHour: null,
  weekdays: [...WEEKDAYS],
  ...more,
})
const shown = (more: Partial<PromotionWindow>, moment: string, zone = 'Europe/Bucharest') =>
  isShown(window(more), new Date(moment), zone)

describe('isShown', () => {
  it.each([
    ['2026-06-09T20:59:59Z', false],
    ['2026-06-09T21:00:00Z', true],
    ['2026-06-15T12:00:00Z', true],
    ['2026-06-20T20:59:59Z', true],
    ['2026-06-20T21:00:00Z', false],
  ])(
    "is true on the promotion's days, from the restaurant's midnight to midnight: at %s it is %s",
    (moment, expected) => {
      expect(shown({}, moment)).toBe(expected)
    },
  )

  it('determines the day in the given time zone', () => {
    expect(shown({}, '2026-06-09T21:00:00Z', 'UTC')).toBe(false)
    expect(shown({}, '2026-06-09T10:00:00Z', 'Pacific/Auckland')).toBe(false)
    expect(shown({}, '2026-06-09T12:00:00Z', 'Pacific/Auckland')).toBe(true)
  })

  it('is true on the one day of a promotion for a single day', () => {
    const day = { startDate: '2026-06-15', endDate: '2026-06-15' }
    expect(shown(day, '2026-06-15T09:00:00Z')).toBe(true)
    expect(shown(day, '2026-06-16T09:00:00Z')).toBe(false)
  })

  it('is false while the promotion is inactive', () => {
    expect(shown({ isActive: false }, '2026-06-15T12:00:00Z')).toBe(false)
  })

  it.each([
    ['2026-06-15T08:59:59.999Z', false],
    ['2026-06-15T09:00:00Z', true],
    ['2026-06-15T13:00:00Z', true],
    ['2026-06-15T13:00:59.999Z', true],
    ['2026-06-15T13:01:00Z', false],
    ['2026-06-25T10:00:00Z', false],
  ])('is true within the hours, including their last minute: at %s it is %s', (moment, expected) => {
    expect(shown({ startHour: '12:00', endHour: '16:00' }, moment)).toBe(expected)
  })

  it('is true within hours of a single minute, and until the last minute of the day', () => {
    expect(shown({ startHour: '12:00', endHour: '12:00' }, '2026-06-15T09:00:30Z')).toBe(true)
    expect(shown({ startHour: '00:00', endHour: '23:59' }, '2026-06-20T20:59:59Z')).toBe(true)
  })
})

describe('isShown, on days on which the clocks change,', () => {
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' }

  it('interprets the hours as local time, before and after the change', () => {
    const lunch = { ...days, startHour: '12:00', endHour: '14:00' }
    for (const [moment, expected] of [
      ['2026-03-28T10:00:00Z', true],
      ['2026-03-29T09:00:00Z', true],
      ['2026-03-29T08:59:00Z', false],
      ['2026-10-24T09:00:00Z', true],
      ['2026-10-25T09:00:00Z', false],
      ['2026-10-25T10:00:00Z', true],
    ] as const) {
      expect([moment, shown(lunch, moment)]).toEqual([moment, expected])
    }
  })

  it('is never true for hours that are skipped, and is true both times for hours that occur twice', () => {
    const night = { ...days, startHour: '03:00', endHour: '03:59' }
    const minutes = (from: string, hours: number) =>
      Array.from({ length: hours * 60 }, (_, i) => new Date(Date.parse(from) + i * 60_000).toISOString()).filter(
        (moment) => shown(night, moment),
      ).length
    expect(minutes('2026-03-28T22:00:00Z', 24)).toBe(0)
    expect(minutes('2026-03-29T22:00:00Z', 24)).toBe(60)
    expect(minutes('2026-10-24T21:00:00Z', 25)).toBe(120)
  })

  it('is true until local midnight of a day of 23 or 25 hours', () => {
    const oneDay = (day: string) => ({ startDate: day, endDate: day })
    expect(shown(oneDay('2026-03-29'), '2026-03-29T20:59:59Z')).toBe(true)
    expect(shown(oneDay('2026-03-29'), '2026-03-29T21:00:00Z')).toBe(false)
    expect(shown(oneDay('2026-10-25'), '2026-10-25T21:59:59Z')).toBe(true)
    expect(shown(oneDay('2026-10-25'), '2026-10-25T22:00:00Z')).toBe(false)
  })
})

describe('a promotion for some days of the week', () => {
  // 15 June 2026 is a Monday.
  const mondays = { weekdays: [1] }

  it.each([
    ['2026-06-14T20:59:59Z', false],
    ['2026-06-14T21:00:00Z', true],
    ['2026-06-15T20:59:59Z', true],
    ['2026-06-15T21:00:00Z', false],
    ['2026-06-22T12:00:00Z', false],
  ])(
    'is shown from midnight to midnight of such a day, by the restaurant’s calendar: at %s it is %s',
    (at, expected) => {
      expect(shown(mondays, at)).toBe(expected)
    },
  )

  it('has the day of the restaurant’s time zone, not of UTC', () => {
    expect(shown(mondays, '2026-06-14T22:00:00Z')).toBe(true)
    expect(shown(mondays, '2026-06-14T22:00:00Z', 'UTC')).toBe(false)
    expect(shown(mondays, '2026-06-16T05:00:00Z', 'America/Los_Angeles')).toBe(true)
  })

  it('is shown all 23 hours of a Sunday on which the clocks go forward, and all 25 when they go back', () => {
    const sundays = { startDate: '2026-01-01', endDate: '2026-12-31', weekdays: [7] }
    const hoursFrom = (first: string) =>
      Array.from({ length: 30 }, (_, hour) => new Date(Date.parse(first) + hour * 3_600_000).toISOString()).filter(
        (at) => shown(sundays, at),
      ).length
    expect(hoursFrom('2026-03-28T20:00:00Z')).toBe(23)
    expect(hoursFrom('2026-10-24T19:00:00Z')).toBe(25)
  })

  it.each([
    ['2026-06-15', '2026-06-15'],
    ['2026-06-16', '2026-06-17'],
    ['2026-06-18', undefined],
  ])('comes again, from %s, on %s', (from, expected) => {
    expect(nextWeekday({ endDate: '2026-06-20', weekdays: [1, 3] }, from)).toBe(expected)
  })
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
      { numRuns: 15 },
    )
  })

  it('a promotion past midnight is split into parts that together cover each night once', () => {
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
          const [end, start] = ordered(minuteA, minuteB)
          if (start === end) return
          const requested: PromotionTimes = {
            ...{ startDate: dayText(first), endDate: dayText(last) },
            ...{ startHour: hourText(start), endHour: hourText(end), weekdays },
          }
          expect(isPastMidnight(requested)).toBe(true)
          const parts = splitPastMidnight(requested)
          for (const times of parts) expect(windowIssues(times)).toEqual([])
          for (const at of moments(minutePast)) {
            const { day, minute } = bucharestTime(at)
            // The day on which the night of this minute began.
            const night = minute >= start ? day : minute <= end ? day - 1 : Number.NaN
            const shown = parts.map((times) => isShown({ ...times, isActive: true }, new Date(at), 'Europe/Bucharest'))
            const expected = night >= first && night <= last && weekdays.includes(weekdayOfDay(night))
            if (shown.includes(true) !== expected) throw new Error(`at ${new Date(at)}`)
            if (shown[0] && shown[1]) throw new Error(`twice at ${new Date(at)}`)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})

it('splitPastMidnight moves days and weekdays of the second part one day later, across months, years and weeks', () => {
  const hours = { startHour: '22:00', endHour: '02:00' }
  const days = { startDate: '2026-02-28', endDate: '2026-12-31', ...hours, weekdays: [1, 5, 7] }
  expect(splitPastMidnight(days)).toEqual([
    { startDate: '2026-02-28', endDate: '2026-12-31', startHour: '22:00', endHour: '23:59', weekdays: [1, 5, 7] },
    { startDate: '2026-03-01', endDate: '2027-01-01', startHour: '00:00', endHour: '02:00', weekdays: [1, 2, 6] },
  ])
})

describe('windowIssues', () => {
  it.each([
    [{}, []],
    [{ startDate: '2026-06-20' }, []],
    [{ startDate: '2026-06-20', endDate: '2026-06-20' }, []],
    [{ startDate: '2026-06-21', endDate: '2026-06-20' }, ['endDate promotionDates']],
    [{ startDate: '2026-06-21T10:00:00Z', endDate: '2026-06-20' }, []],
    [{ startDate: '', endDate: '2026-06-20' }, []],
    [{ startHour: null, endHour: null }, []],
    [{ startHour: '12:00' }, []],
    [{ startHour: '12:00', endHour: null }, ['endHour promotionHoursBoth']],
    [{ startHour: null, endHour: '12:00' }, ['startHour promotionHoursBoth']],
    [{ startHour: '12:00', endHour: '12:00' }, []],
    [{ startHour: '12:01', endHour: '12:00' }, ['endHour promotionHours']],
    [{ startHour: '24:00', endHour: '12:00' }, []],
    [
      { startDate: '2026-06-21', endDate: '2026-06-20', startHour: '22:00', endHour: '02:00' },
      ['endDate promotionDates', 'endHour promotionHours'],
    ],
  ])('returns for %j the issues %j', (times, expected) => {
    expect(windowIssues(times).map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected)
  })
})
