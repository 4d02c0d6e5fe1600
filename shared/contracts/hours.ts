import * as z from 'zod/mini'
import {
  type DayHours,
  MAX_DAY_HOURS,
  MAX_EXCEPTIONS,
  overlapIn,
  type WeeklyHours,
} from '../domain/time/opening-hours.ts'
import { isTimeOfDay } from '../domain/time/promotion-window.ts'
import { endpoint } from './base/endpoint.ts'
import { isoMoment, text } from './base/fields.ts'

/* Times are HH:MM by the restaurant's clock; a `to` at or before `from` is the next day's (docs/product/hours.md). */

const NOTE_MAX = 140

const time = z.string().check(z.refine(isTimeOfDay, 'validation.time'))
export const dayHoursSchema = z.object({ from: time, to: time })
export const weeklyHoursSchema = z.extend(dayHoursSchema, { day: z.int().check(z.gte(1), z.lte(7)) })

const nameOf = ({ day, from, to }: DayHours & { day?: number }) => `${day === undefined ? '' : `${day}: `}${from}–${to}`

/** Refuses hours that overlap, naming both. */
const withoutOverlap = <Hours extends DayHours & { day?: number }>() =>
  z.check<Hours[]>(({ value, issues }) => {
    if (!value.every(({ from, to }) => isTimeOfDay(from) && isTimeOfDay(to))) return
    const overlap = overlapIn(value)
    if (!overlap) return
    const message = `validation.hoursOverlap ${overlap.map(nameOf).join(', ')}`
    issues.push({ code: 'custom', message, input: value, path: [] })
  })

/** The hours of a week: at most four a day. */
export const weekSchema = z.array(weeklyHoursSchema).check(
  z.maxLength(7 * MAX_DAY_HOURS),
  z.refine(
    (week) => week.every(({ day }) => week.filter((other) => other.day === day).length <= MAX_DAY_HOURS),
    `validation.atMostEntries ${MAX_DAY_HOURS}`,
  ),
  withoutOverlap<WeeklyHours>(),
)

const notes = { note: z.optional(text(NOTE_MAX)), noteRo: z.optional(text(NOTE_MAX)) }
const date = z.iso.date()
export const openingHoursSchema = z.object({
  weekly: weekSchema,
  exceptions: z
    .array(
      z.union([
        z.object({ date, closed: z.literal(true), ...notes }),
        z.object({
          date,
          hours: z.array(dayHoursSchema).check(z.minLength(1), z.maxLength(MAX_DAY_HOURS), withoutOverlap<DayHours>()),
          ...notes,
        }),
      ]),
    )
    .check(
      z.maxLength(MAX_EXCEPTIONS),
      z.refine((all) => new Set(all.map((one) => one.date)).size === all.length, 'validation.exceptionTwice'),
    ),
})

/** What guests read about the restaurant's hours. */
export const hoursSchema = z.object({
  open: z.boolean(),
  /** Open, but too late for an order. */
  lastOrders: z.boolean(),
  /** When it closes; null while it is closed, and if it is always open. */
  until: z.nullable(isoMoment),
  /** When orders are taken again; null if they are now, or not within 14 days. */
  opensAt: z.nullable(isoMoment),
  /** The hours of today's date. */
  today: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Whether takeaway orders have a time, and whether one that comes as soon as possible can be ordered now. */
  pickup: z.object({ on: z.boolean(), asap: z.boolean() }),
})
export type Hours = z.infer<typeof hoursSchema>

export const getHours = endpoint('GET', '/api/hours', 'public', {
  summary: 'Whether the restaurant is open, until when, and when it opens again.',
  answer: hoursSchema,
})
