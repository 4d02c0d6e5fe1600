import { businessDayStart } from './business-day.ts'
import { localTime, momentOf } from './local-time.ts'

/** What happened before this is older than the months that data is kept. */
export interface RetentionEdge {
  /** YYYY-MM-DD, of the restaurant's calendar. */
  day: string
  /** When that day began. */
  moment: Date
}

/**
 * The day before which everything is over for longer than the months (docs/product.md#privacy-clock): today's, so many
 * calendar months ago. A month without such a day gives its last one: never is anything kept for less than the months.
 * @param timeZone the restaurant's
 */
export function retentionEdge(now: Date, months: number, timeZone: string): RetentionEdge {
  const day = monthsBefore(localTime(now, timeZone).day, months)
  // Midnight may be skipped, noon never is.
  return { day, moment: businessDayStart(momentOf({ day, time: '12:00' }, timeZone), '00:00', timeZone) }
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 is the last one of the month before.
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/**
 * Whether a new number of months lets data go that was kept before: such a change starts a day later, so that a slip can
 * be taken back (docs/product.md#privacy-clock-start).
 * @param was null for keeping everything
 */
export function isRetentionShorter(was: number | null, months: number | null): boolean {
  return months !== null && (was === null || months < was)
}
