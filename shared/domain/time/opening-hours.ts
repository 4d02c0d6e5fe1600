import type * as z from 'zod/mini'
import type { openingHoursSchema, weeklyHoursSchema } from '../../contracts/hours.ts'
import { remembered } from '../objects.ts'
import { startOfBusinessDay } from './business-day.ts'
import { addDays, localTime, weekdayOf } from './local-time.ts'
import { isTimeOfDay } from './promotion-window.ts'

export type WeeklyHours = z.infer<typeof weeklyHoursSchema>
export type DayHours = Omit<WeeklyHours, 'day'>
export type OpeningHours = z.infer<typeof openingHoursSchema>

/** Each day from midnight to midnight. */
export const ALWAYS: OpeningHours = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })),
  exceptions: [],
}

/** The hours of a stored week; null for always. What cannot be read of them is left out. */
export function hoursOfWeek(weekly: readonly WeeklyHours[] | null): OpeningHours {
  if (weekly === null) return ALWAYS
  const isReadable = (one: WeeklyHours | null) => isTimeOfDay(one?.from ?? null) && isTimeOfDay(one?.to ?? null)
  return { weekly: Array.isArray(weekly) ? weekly.filter(isReadable) : [], exceptions: [] }
}

export const MAX_DAY_HOURS = 4
export const MAX_EXCEPTIONS = 100
/** How far ahead the next opening is looked for, in days. */
const LOOK_AHEAD_DAYS = 14

/** A time during which the restaurant is open, from its first moment to the first after it. */
export interface Opening {
  from: Date
  to: Date
}

/**
 * Returns the openings that begin on a date (YYYY-MM-DD). An exception replaces its weekly hours, but not the evening
 * before. A skipped time is the first moment after the gap; a doubled one begins at its first run and ends at its
 * second.
 */
export function openingsOf(hours: OpeningHours, date: string, timeZone: string): Opening[] {
  return hoursOfDate(hours, date).flatMap(({ from, to }) => {
    const opening = {
      from: startOfBusinessDay(date, from, timeZone),
      to: lastMomentOf(to <= from ? addDays(date, 1) : date, to, timeZone),
    }
    // A change of clocks can skip all of it.
    return opening.from < opening.to ? opening : []
  })
}

/** The hours that begin on a date: those of its exception, else those of its weekday. @param date YYYY-MM-DD */
export function hoursOfDate({ weekly, exceptions }: OpeningHours, date: string): DayHours[] {
  const exception = exceptions.find((one) => one.date === date)
  if (exception) return exception.hours ?? []
  const weekday = weekdayOf(date)
  return weekly.flatMap(({ day, from, to }) => (day === weekday ? { from, to } : []))
}

const ends = remembered<Date>(1_000)

/** The second moment of a repeated time, unless the clock goes back to it; the first one after a skipped time. */
function lastMomentOf(day: string, time: string, timeZone: string): Date {
  return ends(`${day} ${time} ${timeZone}`, () => computeEnd(day, time, timeZone))
}

function computeEnd(day: string, time: string, timeZone: string): Date {
  const first = startOfBusinessDay(day, time, timeZone)
  // Clocks go back by half an hour or by an hour.
  for (const minutes of [60, 30]) {
    const second = new Date(first.getTime() + minutes * MINUTE_MS)
    const local = localTime(second, timeZone)
    const before = localTime(new Date(second.getTime() - MINUTE_MS), timeZone)
    if (local.day === day && local.time === time && before.time < time) return second
  }
  return first
}

/** The first and the last date on which hours begin, both included; null for any. */
export interface DateLimits {
  from: string | null
  until: string | null
}

/** The openings that begin on `days` dates from one on, in order; those that touch or overlap are one. */
export function openingsFrom(
  hours: OpeningHours,
  date: string,
  days: number,
  timeZone: string,
  { from = null, until = null }: Partial<DateLimits> = {},
): Opening[] {
  const all = Array.from({ length: days }, (_, i) => addDays(date, i))
    .filter((day) => (from === null || day >= from) && (until === null || day <= until))
    .flatMap((day) => openingsOf(hours, day, timeZone))
    .sort((a, b) => a.from.getTime() - b.from.getTime())
  const openings: Opening[] = []
  for (const opening of all) {
    const last = openings.at(-1)
    if (last && opening.from <= last.to)
      openings[openings.length - 1] = { from: last.from, to: later(last.to, opening.to) }
    else openings.push(opening)
  }
  return openings
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** Whether guests can order, and what they read about it. */
export interface HoursState {
  open: boolean
  /** Open, but too late for an order. */
  lastOrders: boolean
  /** When it closes; null while it is closed, and if it is always open. */
  until: Date | null
  /** When orders are taken again; null if they are now, or not within 14 days. */
  opensAt: Date | null
  /** The hours of the local date. */
  today: DayHours[]
}

/** Returns the state at a moment. @param hours null for always @param lastOrderMinutes in minutes before closing */
export function hoursAt(hours: OpeningHours | null, lastOrderMinutes: number, now: Date, timeZone: string): HoursState {
  if (hours === null) return { open: true, lastOrders: false, until: null, opensAt: null, today: [] }
  const { day } = localTime(now, timeZone)
  const openings = openingsFrom(hours, addDays(day, -1), LOOK_AHEAD_DAYS + 2, timeZone)
  const current = openings.find(({ from, to }) => from <= now && now < to)
  const lastOrders = current !== undefined && now.getTime() >= current.to.getTime() - lastOrderMinutes * MINUTE_MS
  const next = openings.find(({ from }) => from > now && from.getTime() <= now.getTime() + LOOK_AHEAD_DAYS * DAY_MS)
  return {
    open: current !== undefined,
    lastOrders,
    until: current?.to ?? null,
    opensAt: current && !lastOrders ? null : (next?.from ?? null),
    today: hoursOfDate(hours, day),
  }
}

/** How long after the hours of a dish the server still accepts an order that was begun within them. */
export const SERVED_GRACE_MS = 10 * 60_000

/** @param weekly null for always @param graceMs how long they still count (docs/product/hours.md#hours-served) */
export function isServedAt(
  weekly: readonly WeeklyHours[] | null,
  now: Date,
  timeZone: string,
  graceMs = 0,
  limits: DateLimits = { from: null, until: null },
): boolean {
  if (weekly === null && limits.from === null && limits.until === null) return true
  const yesterday = addDays(localTime(now, timeZone).day, -1)
  return openingsFrom(hoursOfWeek(weekly), yesterday, 3, timeZone, limits).some(
    ({ from, to }) => from <= now && now.getTime() < to.getTime() + graceMs,
  )
}

/** The hours of the local date; if there are none, those of the next weekday with some. */
export function nextServed(hours: readonly WeeklyHours[], now: Date, timeZone: string): WeeklyHours[] {
  const today = weekdayOf(localTime(now, timeZone).day)
  const daysUntil = ({ day }: WeeklyHours) => (day - today + 7) % 7
  const first = Math.min(...hours.map(daysUntil))
  return hours.filter((one) => daysUntil(one) === first).sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** Returns the first two hours that overlap; Sunday's meet Monday's. @param hours of one date, or with a `day` */
export function overlapIn<Hours extends DayHours & { day?: number }>(hours: readonly Hours[]) {
  const spans = hours.map((one) => {
    const from = ((one.day ?? 1) - 1) * DAY_MINUTES + minutesOf(one.from)
    const length = (minutesOf(one.to) - minutesOf(one.from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
    return { one, from, to: from + length }
  })
  const period = hours.some(({ day }) => day !== undefined) ? 7 * DAY_MINUTES : Number.POSITIVE_INFINITY
  const meet = (a: (typeof spans)[number], b: (typeof spans)[number]) =>
    (a.from < b.to && b.from < a.to) || b.from + period < a.to || a.from + period < b.to
  for (const [i, a] of spans.entries()) {
    const b = spans.slice(i + 1).find((other) => meet(a, other))
    if (b) return [a.one, b.one]
  }
  return undefined
}

/** A time of day, HH:MM, in minutes. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60
