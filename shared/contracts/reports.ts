import * as z from 'zod/mini'
import { CURRENCIES } from '../domain/money.ts'
import { ORDERED_DINING_OPTIONS } from '../domain/orders/order.ts'
import { addDays } from '../domain/time/local-time.ts'
import { endpoint } from './base/endpoint.ts'
import { fileQuery, isoMoment, minorAmount, sentDay } from './base/fields.ts'

/** The longest period, in days. */
export const REPORT_DAYS = 3660
export const REPORT_DISHES = 200

/** The number of orders that count, and their revenue; cancelled orders and lines taken off are separate. */
const sums = { orders: z.int(), revenue: minorAmount }
/** Cancelled orders; and the number and value of dishes taken off the orders that count. */
const undone = {
  cancelledOrders: z.int(),
  cancelledAmount: minorAmount,
  takenOffQuantity: z.int(),
  takenOffAmount: minorAmount,
}
const sold = { name: z.string(), nameRo: z.string(), quantity: z.int(), revenue: minorAmount }
const before = { ordersBefore: z.int(), revenueBefore: minorAmount }

export const reportFiguresSchema = z.object({
  ...sums,
  /** The payments of the period minus reversals, without tips; null while payments are off. */
  taken: z.nullable(z.int()),
  averageOrderValue: minorAmount,
  ...undone,
  /** The number of orders with a time to ready, and its median and ninth decile in seconds. */
  readyOrders: z.int(),
  readyMedian: z.nullable(z.int()),
  readySlow: z.nullable(z.int()),
})
export type ReportFigures = z.infer<typeof reportFiguresSchema>

/** By rule: the portions of dishes that it lowered, and the amount, which includes their parts. */
export const reductionsSchema = z.array(
  z.object({ name: z.string(), nameRo: z.string(), count: z.int(), amount: minorAmount }),
)

const reportDaySchema = z.object({ day: z.iso.date(), ...sums })

/** The part of a report in one currency: sums in two are never added. */
export const reportPartSchema = z.object({
  currency: z.enum(CURRENCIES),
  figures: reportFiguresSchema,
  figuresBefore: reportFiguresSchema,
  /** Every business day of the period, including those without orders; and the compared days before it. */
  days: z.array(reportDaySchema),
  daysBefore: z.array(reportDaySchema),
  /** The dishes sold most, at most `REPORT_DISHES`. */
  dishes: z.array(
    z.object({
      ...sold,
      ...{ quantityBefore: z.int(), revenueBefore: minorAmount },
      /** The part of `quantity` and `revenue` that was sold within a set menu or another dish. */
      partQuantity: z.int(),
      partRevenue: minorAmount,
    }),
  ),
  /** Plain options and fees (an empty `group`), the most first; the revenue of their dishes includes them. */
  options: z.array(z.object({ group: z.string(), groupRo: z.string(), ...sold })),
  /** What price rules took off, by rule, the most first. */
  reductions: reductionsSchema,
  /** Sums by the weekday on which the business day began (1 is Monday) and the local hour; only those with orders. */
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), ...sums })),
  dining: z.array(z.object({ diningOption: z.enum(ORDERED_DINING_OPTIONS), ...sums, ...before })),
  /** Sums by the table's number at the time of the order; null is dine-in without a table. */
  tables: z.array(z.object({ tableNumber: z.nullable(z.int()), ...sums, ...before })),
  /** Users who cancelled orders or took lines off orders that count, the most first; null if no user is known. */
  users: z.array(z.object({ username: z.nullable(z.string()), ...undone })),
  /** How many orders took so many minutes from placing to ready: from `minutes` up to the next row's. */
  ready: z.array(z.object({ minutes: z.int(), orders: z.int(), ordersBefore: z.int() })),
})
export type ReportPart = z.infer<typeof reportPartSchema>

export const reportSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The same number of days just before the period. */
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  /** Until when they count: up to the same hour, if the period is not over; `beforeTo` is then the day of that hour. */
  beforeUntil: z.nullable(isoMoment),
  /** One for each currency of the orders in both periods, today's first; only today's if there are no orders. */
  parts: z.array(reportPartSchema),
})
export type Report = z.infer<typeof reportSchema>

/** The tables of a report that can be downloaded as a file. */
export const REPORT_FILES = [
  ...['days', 'dishes', 'options', 'reductions', 'hours', 'dining', 'tables', 'ready', 'users', 'figures'],
] as const
export type ReportFile = (typeof REPORT_FILES)[number]

const period = z.check<{ from: string; to: string }>(({ value: { from, to }, issues }) => {
  // What is no day cannot be counted.
  if (issues.length > 0) return
  const addIssue = (message: string) => issues.push({ code: 'custom', path: ['to'], message, input: to })
  if (to < from) addIssue('validation.reportOrder')
  else if (to >= addDays(from, REPORT_DAYS)) addIssue(`validation.reportDays ${REPORT_DAYS}`)
})

export const getReport = endpoint('GET', '/api/reports', 'owner', {
  scopes: ['reports:read'],
  summary:
    'The sales from one business day to another, compared with the period before; with as=csv one table of it as a file.',
  query: z
    .object({
      from: sentDay,
      to: sentDay,
      ...fileQuery('csv'),
      /** The table in the file; by default the days. */
      part: z.optional(z.enum(REPORT_FILES)),
    })
    .check(period),
  response: reportSchema,
})
