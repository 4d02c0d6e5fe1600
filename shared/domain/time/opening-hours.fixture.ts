import fc from 'fast-check'
import { addDays, localTime, weekdayOf } from './local-time.ts'
import type { DayHours, OpeningHours } from './opening-hours.ts'

const MINUTE_MS = 60_000

/** An opening by its first minute and its last one. */
interface ModelOpening {
  first: number
  last: number
}

const known = new Map<string, string>()

/** Returns the local time of a moment; cached because Intl is slow and each minute is asked for many times. */
export function wallTime(moment: number, timeZone: string): string {
  const key = `${timeZone} ${moment}`
  let shown = known.get(key)
  if (shown === undefined) {
    const { day, time } = localTime(new Date(moment), timeZone)
    shown = `${day} ${time}`
    known.set(key, shown)
  }
  return shown
}

/**
 * The openings that begin on a date, minute by minute: a slow model that knows no moments but only what a clock on the
 * wall shows. One begins at the first minute at or after a `from`, and ends after the last minute whose wall time is
 * before a `to`.
 */
export function modelOpenings(hours: OpeningHours, date: string, timeZone: string): ModelOpening[] {
  const exception = hours.exceptions.find((one) => one.date === date)
  const own: DayHours[] = exception
    ? (exception.hours ?? [])
    : hours.weekly.filter((one) => one.day === weekdayOf(date))
  const wall = (moment: number) => wallTime(moment, timeZone)
  const around = Date.parse(`${date}T12:00:00Z`)
  return own.flatMap(({ from, to }) => {
    const begins = `${date} ${from}`
    const ends = `${to <= from ? addDays(date, 1) : date} ${to}`
    let first: number | undefined
    let last: number | undefined
    for (let moment = around - 36 * 60 * MINUTE_MS; moment <= around + 54 * 60 * MINUTE_MS; moment += MINUTE_MS) {
      const shown = wall(moment)
      if (first === undefined && shown >= begins) first = moment
      if (shown < ends) last = moment
    }
    return first !== undefined && last !== undefined && first <= last ? { first, last } : []
  })
}

const HALF_HOURS = Array.from({ length: 48 }, (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`)
const time = fc.constantFrom(...HALF_HOURS)

/** Random hours around some dates. */
export function someHours(dates: string[]): fc.Arbitrary<OpeningHours> {
  const date = fc.constantFrom(...dates)
  const weekly = fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), from: time, to: time }), { maxLength: 6 })
  const exceptions = fc.uniqueArray(
    fc.oneof(
      fc.record({ date, closed: fc.constant(true as const) }),
      fc.record({ date, hours: fc.array(fc.record({ from: time, to: time }), { maxLength: 2 }) }),
    ),
    { maxLength: 2, selector: (one) => one.date },
  )
  return fc.record({ weekly, exceptions })
}

/** Both changes of clocks, a leap day, a new year; three continents and half an hour. */
export const PLACES: [string, string][] = [
  ['Europe/Bucharest', '2026-03-29'],
  ['Europe/Bucharest', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['Asia/Kolkata', '2028-02-29'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Europe/Bucharest', '2026-12-31'],
]
