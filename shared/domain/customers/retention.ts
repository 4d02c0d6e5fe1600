import { businessDayStart } from '../time/business-day.ts'
import { localTime, momentOf } from '../time/local-time.ts'

/** The first moment within the retention period: data from before it is due for erasure. */
export interface RetentionCutoff {
  /** YYYY-MM-DD, of the restaurant's calendar. */
  day: string
  /** When that day began. */
  moment: Date
}

/**
 * Returns the first day that is retained: today's date that many months ago, or the last day of a shorter month
 * (docs/product/privacy.md#privacy-clock).
 */
export function retentionCutoff(now: Date, months: number, timeZone: string): RetentionCutoff {
  const day = monthsBefore(localTime(now, timeZone).day, months)
  // Midnight may be skipped, noon never is.
  return { day, moment: businessDayStart(momentOf({ day, time: '12:00' }, timeZone), '00:00', timeZone) }
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 is the last day of the previous month.
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/**
 * Whether a new period erases more than the previous one (null for no limit). It then takes effect a day later, so that
 * a slip can be corrected (docs/product/privacy.md#privacy-clock-start).
 */
export function isRetentionShorter(previous: number | null, months: number | null): boolean {
  return months !== null && (previous === null || months < previous)
}
