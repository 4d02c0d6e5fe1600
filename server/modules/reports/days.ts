import { startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'

export interface BusinessDaySettings {
  /** When a business day begins, HH:MM. */
  dayStart: string
  timeZone: string
}

/** Consecutive business days; the pieces that `splitByMonth` returns lie within one month. */
export interface DayRange {
  from: string
  to: string
  /** YYYY-MM, if these are all days of that month. */
  wholeMonth?: string
}

/** Time within one business day that the clock shows as one hour. It ends where the next slot begins. */
export interface HourSlot {
  startsAt: Date
  day: string
  hour: number
}

/** Splits business days into pieces that each lie within one month. */
export function splitByMonth(from: string, to: string): DayRange[] {
  const pieces: DayRange[] = []
  for (let first = from; first <= to; ) {
    const next = firstOfNextMonth(first)
    const last = addDays(next, -1)
    const isWhole = first.endsWith('-01') && last <= to
    pieces.push({ from: first, to: last < to ? last : to, ...(isWhole && { wholeMonth: first.slice(0, 7) }) })
    first = next
  }
  return pieces
}

/** The first day of the month after `day`; both are YYYY-MM-DD. */
export function firstOfNextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

export function eachDay(from: string, to: string): string[] {
  return splitByMonth(from, to).flatMap(({ from, to }) => {
    const firstDay = Number(from.slice(8))
    // A report can have thousands of days: a Date for each would block the event loop.
    return Array.from(
      { length: Number(to.slice(8)) - firstDay + 1 },
      (_, i) => `${from.slice(0, 8)}${twoDigits(firstDay + i)}`,
    )
  })
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** When the first of these business days begins, and when the last one ends. */
export function boundsOf(
  { from, to }: DayRange,
  { dayStart, timeZone }: BusinessDaySettings,
): { startsAt: Date; endsAt: Date } {
  return { startsAt: startOf(from, dayStart, timeZone), endsAt: startOf(addDays(to, 1), dayStart, timeZone) }
}

/** More days than the longest report and its period before have months and single days. */
const MAX_KNOWN_STARTS = 5_000
const knownStarts = new Map<string, Date>()

/** When a business day begins. Cached, because a report over ten years would spend half of its time on them. */
function startOf(day: string, dayStart: string, timeZone: string): Date {
  const key = `${day} ${dayStart} ${timeZone}`
  const known = knownStarts.get(key)
  if (known) return known
  const start = startOfBusinessDay(day, dayStart, timeZone)
  if (knownStarts.size >= MAX_KNOWN_STARTS) knownStarts.clear()
  knownStarts.set(key, start)
  return start
}

/** The hour slots of these business days, in order of time, without gaps. */
export function slotsOf({ from, to }: DayRange, { dayStart, timeZone }: BusinessDaySettings): HourSlot[] {
  const slots: HourSlot[] = []
  for (const day of eachDay(from, to)) {
    const startsAt = startOf(day, dayStart, timeZone).getTime()
    const endsAt = startOf(addDays(day, 1), dayStart, timeZone).getTime()
    const clockTimeAtStart = clockTimeAt(startsAt, timeZone)
    // On a day of 24 hours the clocks do not change.
    const clockTime = (at: number) =>
      endsAt - startsAt === DAY_MS
        ? addMinutes(clockTimeAtStart, (at - startsAt) / MINUTE_MS)
        : clockTimeAt(at, timeZone)
    for (let at = startsAt; at < endsAt; ) {
      const { hour, minute } = clockTime(at)
      slots.push({ startsAt: new Date(at), day, hour })
      const nextHour = at + (60 - minute) * MINUTE_MS
      // If the clocks change before the next hour, go on minute by minute.
      at = clockTime(nextHour - MINUTE_MS).hour === hour ? nextHour : at + MINUTE_MS
    }
  }
  return slots
}

interface ClockTime {
  hour: number
  minute: number
}

function clockTimeAt(at: number, timeZone: string): ClockTime {
  const { time } = localTime(new Date(at), timeZone)
  return { hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) }
}

function addMinutes({ hour, minute }: ClockTime, minutes: number): ClockTime {
  const total = hour * 60 + minute + minutes
  return { hour: Math.floor(total / 60) % 24, minute: total % 60 }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
