import type { Promotion } from '#shared/contracts/promotions.ts'
import { addDays, localTime, weekdayOf } from './local-time.ts'

/** The days of a week, from Monday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** The days and hours of a promotion. */
export type PromotionTimes = Pick<Promotion, 'startDate' | 'endDate' | 'startHour' | 'endHour' | 'weekdays'>

/** When guests see a promotion. */
export type PromotionWindow = PromotionTimes & Pick<Promotion, 'isActive'>

/**
 * Whether guests see a promotion: it is active, and day, weekday and time (the last minute included) are within its
 * window (docs/product/promotions.md#promotions-shown). A skipped hour never comes; a doubled one counts twice.
 */
export function isShown(promotion: PromotionWindow, moment: Date, timeZone: string): boolean {
  const { isActive, startHour, endHour } = promotion
  if (!isActive) return false
  const { day, time } = localTime(moment, timeZone)
  // Written from the largest unit to the smallest and with leading zeros, days and times sort as text.
  if (day < promotion.startDate || nextWeekday(promotion, day) !== day) return false
  return (startHour === null || time >= startHour) && (endHour === null || time <= endHour)
}

/** The first of a promotion's weekdays from a day on, not after its last; undefined if there is none. */
export function nextWeekday({ endDate, weekdays }: Pick<PromotionTimes, 'endDate' | 'weekdays'>, from: string) {
  return WEEKDAYS.map((_, days) => addDays(from, days)).find(
    (day) => day <= endDate && weekdays.includes(weekdayOf(day)),
  )
}

type WindowField = Exclude<keyof PromotionTimes, 'weekdays'>

/**
 * What is wrong with days and hours together (docs/product/promotions.md#promotions-edit): the field that shows it, and the
 * message's key. Of undefined values, and of values that are no day or no hour, another check reports what is wrong.
 */
export function windowIssues(times: { [Field in WindowField]?: PromotionTimes[Field] | undefined }) {
  const { startDate, endDate, startHour, endHour } = times
  const issues: [WindowField, string][] = []
  if (DAY.test(startDate ?? '') && DAY.test(endDate ?? '') && String(startDate) > String(endDate))
    issues.push(['endDate', 'validation.promotionDates'])
  if (startHour === undefined || endHour === undefined) return issues
  if (!startHour !== !endHour) issues.push([startHour ? 'endHour' : 'startHour', 'validation.promotionHoursBoth'])
  if (isTimeOfDay(startHour) && isTimeOfDay(endHour) && startHour > endHour)
    issues.push(['endHour', 'validation.promotionHours'])
  return issues
}

/** Whether a text is a valid time, HH:MM. */
export function isTimeOfDay(text: string | null): text is string {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text ?? '')
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
