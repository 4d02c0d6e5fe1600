/** A date and time as a calendar and a clock on the wall show them. */
export interface LocalTime {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM, 00:00 to 23:59 */
  time: string
}

/** The dates that may be entered. What is stored or sent has no bounds. */
export const DATES = { first: '2000-01-01', last: '2099-12-31' }

// Years have four digits here, also a few days after the last moment or before the first, in every zone.
const [FIRST, LAST] = [Date.UTC(1000, 0, 9), Date.UTC(9999, 11, 20)]
const within = (at: number) => Math.min(Math.max(at, FIRST), LAST)
const isBeforeAll = (stored: string) => /^-|BC$/.test(stored)

/** The moment that PostgreSQL writes so (`infinity`, `4713-01-01 00:00:00+00 BC`), or the nearest that has a local time. */
export function nearestMoment(stored: string): Date {
  const at = isBeforeAll(stored) ? FIRST : Date.parse(stored)
  return new Date(within(Number.isNaN(at) ? LAST : at))
}

/** The day that PostgreSQL writes so, or the nearest of those with four digits for the year. */
export function nearestDay(stored: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(stored)) return stored
  return isBeforeAll(stored) ? '1000-01-01' : '9999-12-31'
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The local time of a moment, or of the nearest in the years 1000 to 9999 (docs/product/everywhere.md#everywhere-times).
 * @throws RangeError for an unknown zone
 */
export function localTime(moment: Date, timeZone: string): LocalTime {
  const part = new Map(
    formatIn(timeZone)
      .formatToParts(within(moment.getTime()))
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${part.get('year')}-${part.get('month')}-${part.get('day')}`,
    time: `${part.get('hour')}:${part.get('minute')}`,
  }
}

/**
 * Returns the moment of a local time: the first if the time comes twice; if the clocks skip it, the moment as many
 * minutes after the jump as the time is after the skipped hour began.
 */
export function momentOf({ day, time }: LocalTime, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offsets before and after a possible change of clocks; the larger offset gives the earlier moment.
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => asUtc - offsetAt(at, timeZone)).sort((a, b) => a - b)
  const [first = asUtc, last = asUtc] = candidates
  return new Date(asUtc - offsetAt(first, timeZone) === first ? first : last)
}

/** The next moment at which the clocks show a time. @param time HH:MM @param timeZone an IANA name */
export function nextAt(time: string, now: Date, timeZone: string): Date {
  const { day } = localTime(now, timeZone)
  const today = momentOf({ day, time }, timeZone)
  return today > now ? today : momentOf({ day: addDays(day, 1), time }, timeZone)
}

/** Returns a moment's local day, or a day as it is. @param sent YYYY-MM-DD, or an ISO moment */
export function localDayOf(sent: string, timeZone: string): string {
  return sent.includes('T') ? localTime(new Date(sent), timeZone).day : sent
}

/** The day some days later, within the years 1000 to 9999. @param day YYYY-MM-DD */
export function addDays(day: string, days: number): string {
  return new Date(within(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)).toISOString().slice(0, 10)
}

/** Returns the weekday; 1 is Monday. @param day YYYY-MM-DD */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

const DAY_MS = 24 * 60 * 60 * 1000

function offsetAt(moment: number, timeZone: string): number {
  const at = within(moment)
  const { day, time } = localTime(new Date(at), timeZone)
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000
}

// Creating a format takes far longer than using it.
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    ...{ minute: '2-digit' },
  })
  formats.set(timeZone, format)
  return format
}
