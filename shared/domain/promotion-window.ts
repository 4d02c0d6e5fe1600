import { localTime } from './local-time.ts'

/** When a promotion is to be seen. */
export interface PromotionWindow {
  isActive: boolean
  /** The first and the last day, YYYY-MM-DD; both count whole. */
  startDate: string
  endDate: string
  /** The first and the last minute of each day, HH:MM; both null where the whole day counts. */
  startHour: string | null
  endHour: string | null
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
