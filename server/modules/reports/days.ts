import { startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'

const DAY_MS = 24 * 60 * 60_000

/** Consecutive business days, both YYYY-MM-DD. */
export interface DayRange {
  from: string
  to: string
}

export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

export function eachDay(days: DayRange): string[] {
  const first = Date.parse(days.from)
  return Array.from({ length: countDays(days) }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10))
}

/** No time zone changes its clock twice within so many days. */
const STEP = 7

/** Returns when each of these business days begins, in milliseconds; the last element is when the last one ends. */
export function startsOf(days: DayRange, dayStart: string, timeZone: string): number[] {
  const length = countDays(days)
  const startOf = (n: number) => startOfBusinessDay(addDays(days.from, n), dayStart, timeZone).getTime()
  const starts = [startOf(0)]
  for (let n = 0; n < length; n += STEP) {
    const next = Math.min(n + STEP, length)
    const [first = 0, last] = [starts[n], startOf(next)]
    // Computing each day's start with the time zone would block the event loop for thousands of days.
    const isEven = last - first === (next - n) * DAY_MS
    for (let i = n + 1; i <= next; i++) starts[i] = isEven ? first + (i - n) * DAY_MS : startOf(i)
  }
  return starts
}

/** The starts of the days that have begun by a moment, the first one at least, and that moment as the end. */
export function startsUntil(starts: readonly number[], until: Date): number[] {
  const begun = starts.slice(0, -1).filter((start, i) => i === 0 || start <= until.getTime())
  return [...begun, until.getTime()]
}
