import * as z from 'zod/mini'
import { MAX_DAYS_AHEAD, MAX_LEAD_MINUTES, MAX_ORDERS_PER_SLOT, SLOT_MINUTES } from '../domain/orders/pickup.ts'
import * as domain from '../domain/time/opening-hours.ts'
import { isTimeOfDay } from '../domain/time/promotion-window.ts'
import { endpoint } from './base/endpoint.ts'
import { isoMoment, sentDay, singleLine } from './base/fields.ts'

/* Times are HH:MM by the restaurant's clock; a `to` at or before `from` is the next day's (docs/product/hours.md). */

const NOTE_MAX = 140

const time = z.string().check(z.refine(isTimeOfDay, 'validation.time'))
/** The end of a day may be written as 24:00. */
const endTime = z.string().check(
  z.overwrite<string>((value) => (value === '24:00' ? '00:00' : value)),
  z.refine(isTimeOfDay, 'validation.time'),
)
const dayHoursSchema = z.object({ from: time, to: endTime })
/** Hours of a weekday: 1 (Monday) to 7 (Sunday). */
export const weeklyHoursSchema = z.extend(dayHoursSchema, { day: z.int().check(z.gte(1), z.lte(7)) })

const nameOf = ({ day, from, to }: domain.DayHours & { day?: number }) =>
  `${day === undefined ? '' : `${day}: `}${from}–${to}`

/** Returns the message for hours that overlap; it names both. @param prefix the text before them */
function overlapMessage(hours: readonly (domain.DayHours & { day?: number })[], prefix = ''): string | undefined {
  if (!hours.every(({ from, to }) => isTimeOfDay(from) && isTimeOfDay(to))) return undefined
  const overlap = domain.overlapIn(hours)
  return overlap && `validation.hoursOverlap ${prefix}${overlap.map(nameOf).join(', ')}`
}

/** The hours of a week: at most four a day. */
export const weekSchema = z.array(weeklyHoursSchema).check(
  z.maxLength(7 * domain.MAX_DAY_HOURS),
  z.refine(
    (week) => week.every(({ day }) => week.filter((other) => other.day === day).length <= domain.MAX_DAY_HOURS),
    `validation.atMostEntries ${domain.MAX_DAY_HOURS}`,
  ),
  z.check<domain.WeeklyHours[]>(({ value, issues }) => {
    const message = overlapMessage(value)
    if (message) issues.push({ code: 'custom', message, input: value, path: [] })
  }),
)

/** An exception to the weekly hours: the date is closed, or has these hours. */
const exceptionOn = (date: z.ZodMiniType<string, string>) =>
  z
    .object({
      date,
      closed: z.optional(z.literal(true)),
      hours: z.optional(z.array(dayHoursSchema).check(z.minLength(1), z.maxLength(domain.MAX_DAY_HOURS))),
      note: z.optional(singleLine(NOTE_MAX)),
      noteRo: z.optional(singleLine(NOTE_MAX)),
    })
    .check(({ value, issues }) => {
      const { date, closed, hours } = value
      const isEither = (closed === undefined) !== (hours === undefined)
      const message = isEither ? overlapMessage(hours ?? [], `${date}: `) : 'validation.wrong'
      if (message) issues.push({ code: 'custom', message, input: value, path: ['hours'] })
    })
const openingHours = (date: z.ZodMiniType<string, string>) =>
  z.object({
    weekly: weekSchema,
    exceptions: z.array(exceptionOn(date)).check(
      z.maxLength(domain.MAX_EXCEPTIONS),
      z.refine((all) => new Set(all.map((one) => one.date)).size === all.length, 'validation.exceptionTwice'),
    ),
  })
/** When the restaurant is open (docs/product/hours.md#hours-opening). */
export const openingHoursSchema = openingHours(z.string())
/** Opening hours that come in. */
export const sentOpeningHours = openingHours(sentDay)

/** The restaurant's hours as guests read them. */
export const hoursSchema = z.object({
  open: z.boolean(),
  /** Open, but too late for an order. */
  lastOrders: z.boolean(),
  /** When it closes; null while it is closed, and if it is always open. */
  until: z.nullable(isoMoment),
  /** When orders are taken again; null if they are now, or not within 14 days. */
  opensAt: z.nullable(isoMoment),
  today: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Whether takeaway orders have a time, and whether one that comes as soon as possible can be ordered now. */
  pickup: z.object({ on: z.boolean(), asap: z.boolean() }),
  /** Whether guests can reserve a table on their own page. */
  reservations: z.boolean(),
})
export type Hours = z.infer<typeof hoursSchema>

export const getHours = endpoint('GET', '/api/hours', 'public', {
  summary: 'Whether the restaurant is open, until when, and when it opens again.',
  response: hoursSchema,
})

/* When takeaway orders are picked up (docs/product/hours.md#hours-pickup). */

export const pickupSchema = z.object({
  on: z.boolean(),
  /** How long the kitchen needs, in minutes. */
  leadMinutes: z.int().check(z.gte(0), z.lte(MAX_LEAD_MINUTES)),
  slotMinutes: z.literal(SLOT_MINUTES),
  /** How many days after today orders are taken for. */
  daysAhead: z.int().check(z.gte(0), z.lte(MAX_DAYS_AHEAD)),
  /** Null for no limit. */
  ordersPerSlot: z.nullable(z.int().check(z.gte(1), z.lte(MAX_ORDERS_PER_SLOT))),
})

export const pickupSlotsSchema = z.object({
  /** When an order that comes as soon as possible is ready; null if none can be ordered now. */
  asap: z.nullable(z.object({ at: isoMoment })),
  /** The dates that have slots, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** The slots of the date that was asked for, or of the first one. */
  slots: z.array(z.object({ at: isoMoment, full: z.boolean() })),
})
export type PickupSlots = z.infer<typeof pickupSlotsSchema>

export const getPickup = endpoint('GET', '/api/pickup', 'public', {
  summary:
    'The times at which takeaway orders can be picked up on a date. A time after midnight belongs to the date on which its opening began. Without pickup all of it is empty.',
  query: z.object({ date: z.optional(sentDay) }),
  response: pickupSlotsSchema,
})
