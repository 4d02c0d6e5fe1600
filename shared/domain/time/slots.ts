import { remembered } from '../objects.ts'
import { addDays, localTime } from './local-time.ts'
import { ALWAYS, hoursAt, hoursOfDate, type Opening, type OpeningHours, openingsOf } from './opening-hours.ts'

/* Moments on the grid of the opening hours: of pickup, and of reservations. */

/** The settings and hours from which slots are computed. */
export interface SlotRules {
  slots: {
    /** How far ahead the first slot is, in minutes. */
    leadMinutes: number
    /** How many days after today have slots. */
    daysAhead: number
    slotMinutes: number
    /** How long before closing the last slot is, in minutes; at closing by default. */
    lastMinutes?: number
  }
  openingHours: OpeningHours | null
  lastOrderMinutes: number
  /** The restaurant's, an IANA name. */
  timeZone: string
}

/** Whether a moment is a whole multiple of the slots' length by the restaurant's clock. */
export function isOnGrid(at: Date, slotMinutes: number, timeZone: string): boolean {
  // All clocks of the world differ by multiples of five minutes.
  return at.getTime() % STEP_MS === 0 && Number(localTime(at, timeZone).time.slice(3)) % slotMinutes === 0
}

/**
 * Returns the slots of a date (YYYY-MM-DD) that can still be chosen, in order, full ones too: inside its openings, the
 * last at closing; none after the last orders of an opening.
 */
export function slotsOn(date: string, rules: SlotRules, now: Date): Date[] {
  return offeredDates(rules, now).includes(date) ? comingSlots([date], rules, now) : []
}

/** The dates of which slots are offered: YYYY-MM-DD, from yesterday, whose evening may last past midnight. */
function offeredDates({ slots, timeZone }: SlotRules, now: Date): string[] {
  const today = localTime(now, timeZone).day
  return Array.from({ length: slots.daysAhead + 2 }, (_, i) => addDays(today, i - 1))
}

/** The slots of some dates that can still be chosen. */
function comingSlots(dates: readonly string[], rules: SlotRules, now: Date): Date[] {
  const { slots, openingHours, lastOrderMinutes, timeZone } = rules
  const { lastOrders, until } = hoursAt(openingHours, lastOrderMinutes, now, timeZone)
  const first = now.getTime() + slots.leadMinutes * MINUTE_MS
  const ended = lastOrders && until ? until.getTime() : 0
  return dates.flatMap((date) => gridOf(date, rules)).filter((at) => at.getTime() >= first && at.getTime() > ended)
}

// Local times are slow to compute, and each order asks for the same grids. Reservations have those of half a year.
const grids = remembered<Date[]>(500)

/** All slots of a date, those that have passed too. */
function gridOf(date: string, { slots, openingHours, timeZone }: SlotRules): Date[] {
  const hours = openingHours ?? ALWAYS
  const around = [-1, 0, 1].map((days) => hoursOfDate(hours, addDays(date, days)))
  const { slotMinutes, lastMinutes } = slots
  const key = JSON.stringify([date, slotMinutes, lastMinutes, timeZone, around])
  return grids(key, () => computeGrid(date, hours, slots, timeZone))
}

function computeGrid(
  date: string,
  hours: OpeningHours,
  { slotMinutes, lastMinutes = 0 }: SlotRules['slots'],
  timeZone: string,
): Date[] {
  const evening = openingsOf(hours, addDays(date, -1), timeZone)
  const today = openingsOf(hours, date, timeZone)
  const next = openingsOf(hours, addDays(date, 1), timeZone)
  // An opening that another one continues has no closing.
  const isClosing = ({ to }: Opening) => ![...today, ...next].some(({ from }) => from.getTime() === to.getTime())
  const own = today.map((opening) => {
    const earlierMs = isClosing(opening) ? lastMinutes * MINUTE_MS : 0
    return { from: opening.from, to: new Date(opening.to.getTime() - earlierMs) }
  })
  const isWithin = (openings: Opening[], at: Date) => openings.some(({ from, to }) => from <= at && at < to)
  const times = own.flatMap(({ from, to }) => {
    const first = Math.ceil(from.getTime() / STEP_MS)
    return Array.from({ length: Math.floor(to.getTime() / STEP_MS) - first + 1 }, (_, i) => (first + i) * STEP_MS)
  })
  // Times past midnight belong to the evening before; an end at which another opening begins belongs to that opening.
  return [...new Set(times)]
    .sort((a, b) => a - b)
    .map((at) => new Date(at))
    .filter((at) => !isWithin(evening, at) && (isWithin(own, at) || !isWithin(next, at)))
    .filter((at) => isOnGrid(at, slotMinutes, timeZone))
}

/** The dates that have slots to choose, in order: YYYY-MM-DD. */
export function slotDates(rules: SlotRules, now: Date): string[] {
  return offeredDates(rules, now).filter((date) => comingSlots([date], rules, now).length > 0)
}

/** Whether a moment is one of `allSlots`, which are many. */
export function isSlot(at: Date, rules: SlotRules, now: Date): boolean {
  const { day } = localTime(at, rules.timeZone)
  // A slot past midnight is of the evening before.
  const slots = [addDays(day, -1), day].flatMap((date) => slotsOn(date, rules, now))
  return slots.some((slot) => slot.getTime() === at.getTime())
}

/** The slots of all dates that can be chosen, in order, full ones too. */
export function allSlots(rules: SlotRules, now: Date): Date[] {
  return comingSlots(offeredDates(rules, now), rules, now)
}

/** Returns the slots for as soon as possible: those of the present opening within a day, full ones too. */
export function asapSlots(rules: SlotRules, now: Date): Date[] {
  const { openingHours, lastOrderMinutes, timeZone } = rules
  const { open, lastOrders, until } = hoursAt(openingHours, lastOrderMinutes, now, timeZone)
  if (!open || lastOrders) return []
  const last = Math.min(until?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + DAY_MS)
  const today = localTime(now, timeZone).day
  const dates = [-1, 0, 1].map((days) => addDays(today, days))
  return comingSlots(dates, rules, now).filter((at) => at.getTime() <= last)
}

/**
 * The three free slots nearest to a wanted moment, in order; where a day is named, first those of it.
 * @param isFree asked as seldom as possible @param day from its first moment to its end
 */
export function nearestSlots(
  wanted: Date,
  slots: readonly Date[],
  isFree: (at: Date) => boolean,
  day?: { at: Date; until: Date },
): Date[] {
  const isOther = (at: Date) => Number(day !== undefined && (at < day.at || at >= day.until))
  const distance = (at: Date) => Math.abs(at.getTime() - wanted.getTime())
  const near: Date[] = []
  for (const at of [...slots].sort((a, b) => isOther(a) - isOther(b) || distance(a) - distance(b))) {
    if (near.length === NEAREST) break
    if (isFree(at)) near.push(at)
  }
  return near.sort((a, b) => isOther(a) - isOther(b) || a.getTime() - b.getTime())
}

const NEAREST = 3
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const STEP_MS = 5 * MINUTE_MS
