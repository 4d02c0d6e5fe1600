import { startOfBusinessDay } from '#shared/domain/business-day.ts'
import { addDays, localTime } from '#shared/domain/local-time.ts'

/** By which clock business days are counted. */
export interface DayClock {
  /** When they begin, HH:MM. */
  dayStart: string
  /** The restaurant's. */
  timeZone: string
}

/** Business days in a row, all of one month. */
export interface Days {
  /** The first and the last, YYYY-MM-DD. */
  from: string
  to: string
  /** YYYY-MM, where these are all its days. */
  wholeMonth?: string
}

/** A stretch of time that shows one hour on the restaurant's clock, within one business day. */
export interface Slot {
  startsAt: Date
  day: string
  hour: number
}

/** Business days in pieces, each within one month. */
export function byMonths(from: string, to: string): Days[] {
  const pieces: Days[] = []
  for (let first = from; first <= to; ) {
    const next = firstOfNextMonth(first)
    const last = addDays(next, -1)
    const isWhole = first.endsWith('-01') && last <= to
    pieces.push({ from: first, to: last < to ? last : to, ...(isWhole && { wholeMonth: first.slice(0, 7) }) })
    first = next
  }
  return pieces
}

/** @param day YYYY-MM-DD; also the result */
export function firstOfNextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

/** How many days there are from one to another, both counted. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Every day from one to another. */
export function eachDay(from: string, to: string): string[] {
  return byMonths(from, to).flatMap(({ from, to }) => {
    const first = Number(from.slice(8))
    // A report has thousands of days: a Date for each would hold up orders.
    return Array.from(
      { length: Number(to.slice(8)) - first + 1 },
      (_, i) => `${from.slice(0, 8)}${twoDigits(first + i)}`,
    )
  })
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** When the first of these days begins, and the last one ends. */
export function boundsOf({ from, to }: Days, { dayStart, timeZone }: DayClock): { startsAt: Date; endsAt: Date } {
  const start = (day: string) => startOfBusinessDay(day, dayStart, timeZone)
  return { startsAt: start(from), endsAt: start(addDays(to, 1)) }
}

/** These days in stretches of one hour each, in order of time, without gaps. */
export function slotsOf({ from, to }: Days, { dayStart, timeZone }: DayClock): Slot[] {
  const slots: Slot[] = []
  for (const day of eachDay(from, to)) {
    const startsAt = startOfBusinessDay(day, dayStart, timeZone).getTime()
    const endsAt = startOfBusinessDay(addDays(day, 1), dayStart, timeZone).getTime()
    const first = shownAt(startsAt, timeZone)
    // In a day of 24 hours no clock is changed.
    const shown = (at: number) =>
      endsAt - startsAt === DAY_MS ? later(first, (at - startsAt) / MINUTE_MS) : shownAt(at, timeZone)
    for (let at = startsAt; at < endsAt; ) {
      const { hour, minute } = shown(at)
      slots.push({ startsAt: new Date(at), day, hour })
      const onTheHour = at + (60 - minute) * MINUTE_MS
      // Where the clocks are changed meanwhile, each minute is asked.
      at = shown(onTheHour - MINUTE_MS).hour === hour ? onTheHour : at + MINUTE_MS
    }
  }
  return slots
}

interface Shown {
  hour: number
  minute: number
}

function shownAt(at: number, timeZone: string): Shown {
  const { time } = localTime(new Date(at), timeZone)
  return { hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) }
}

function later({ hour, minute }: Shown, minutes: number): Shown {
  const all = hour * 60 + minute + minutes
  return { hour: Math.floor(all / 60) % 24, minute: all % 60 }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
