import { addDays, localTime } from './local-time.ts'

/** The days and hours of a promotion. */
export interface PromotionTimes {
  /** The first and the last day, YYYY-MM-DD; both count whole. */
  startDate: string
  endDate: string
  /** The first and the last minute of each day, HH:MM; both null where the whole day counts. */
  startHour: string | null
  endHour: string | null
}

/** When a promotion is to be seen. */
export interface PromotionWindow extends PromotionTimes {
  isActive: boolean
}

/**
 * Whether guests see a promotion at a moment: it is active, the day is one of its days, and where it has hours, the
 * clock shows one of their minutes, the last one included (docs/product.md#promotions-shown).
 * @param timeZone the restaurant's, an IANA name: an hour that daylight saving skips never comes, and one that comes
 *   twice counts both times
 */
export function isShown(promotion: PromotionWindow, moment: Date, timeZone: string): boolean {
  const { isActive, startDate, endDate, startHour, endHour } = promotion
  if (!isActive) return false
  const { day, time } = localTime(moment, timeZone)
  // Written from the largest unit to the smallest and with leading zeros, days and times sort as text.
  if (day < startDate || day > endDate) return false
  return (startHour === null || time >= startHour) && (endHour === null || time <= endHour)
}

/** A rule that days and hours break together, and the field at which it is said. */
export interface WindowFault {
  field: keyof PromotionTimes
  rule: 'promotionDates' | 'promotionHoursBoth' | 'promotionHours'
}

/**
 * What is wrong with days and hours beside each other (docs/product.md#promotions-edit). What is undefined is not known,
 * and breaks nothing; neither does what is no day or no hour at all, which is a fault of its own.
 */
export function windowFaults({
  startDate,
  endDate,
  startHour,
  endHour,
}: { [Field in keyof PromotionTimes]?: PromotionTimes[Field] | undefined }): WindowFault[] {
  const faults: WindowFault[] = []
  if (DAY.test(startDate ?? '') && DAY.test(endDate ?? '') && String(startDate) > String(endDate)) {
    faults.push({ field: 'endDate', rule: 'promotionDates' })
  }
  if (startHour === undefined || endHour === undefined) return faults
  if (!startHour !== !endHour) {
    faults.push({ field: startHour ? 'endHour' : 'startHour', rule: 'promotionHoursBoth' })
  }
  if (isPastMidnight({ startHour, endHour })) faults.push({ field: 'endHour', rule: 'promotionHours' })
  return faults
}

/** Whether hours begin on one day and end on the next: no promotion can have such hours, but two together can. */
export function isPastMidnight({ startHour, endHour }: Pick<PromotionTimes, 'startHour' | 'endHour'>): boolean {
  return isHour(startHour) && isHour(endHour) && startHour > endHour
}

/** Whether a text is a time that a clock shows, HH:MM. */
export function isHour(text: string | null): text is string {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text ?? '')
}

/**
 * Hours that go past midnight, as two promotions have them: until midnight on the same days, and after it on the days
 * that follow (docs/product.md#promotions-midnight).
 */
export function splitPastMidnight({
  startDate,
  endDate,
  startHour,
  endHour,
}: PromotionTimes): [before: PromotionTimes, after: PromotionTimes] {
  return [
    { startDate, endDate, startHour, endHour: '23:59' },
    { startDate: addDays(startDate, 1), endDate: addDays(endDate, 1), startHour: '00:00', endHour },
  ]
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
