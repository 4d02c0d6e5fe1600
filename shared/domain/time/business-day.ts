import { remembered } from '../objects.ts'
import { addDays, localTime, momentOf } from './local-time.ts'

/** When a business day begins by default, HH:MM (docs/product/settings.md#settings-business-day). */
export const BUSINESS_DAY_START = '04:00'

/**
 * Returns when the business day of a moment began. A start (HH:MM) that the clock skips is the first moment after the
 * gap; of one that comes twice, it is the first.
 */
export function businessDayStart(moment: Date, startsAt: string, timeZone: string): Date {
  return startOfBusinessDay(businessDayOf(moment, startsAt, timeZone), startsAt, timeZone)
}

/** The date on which a business day begins, YYYY-MM-DD, by the rules of `businessDayStart`. */
export function businessDayOf(moment: Date, startsAt: string, timeZone: string): string {
  const { day } = localTime(moment, timeZone)
  // Where clocks go back over midnight, the next day may have begun already.
  const begun = [addDays(day, 1), day].find((candidate) => startOfBusinessDay(candidate, startsAt, timeZone) <= moment)
  return begun ?? addDays(day, -1)
}

/** When the business day after the one that contains a moment begins. The rules are those of `businessDayStart`. */
export function nextBusinessDayStart(moment: Date, startsAt: string, timeZone: string): Date {
  const { day } = localTime(moment, timeZone)
  for (const candidate of [addDays(day, -1), day, addDays(day, 1)]) {
    const start = startOfBusinessDay(candidate, startsAt, timeZone)
    if (start > moment) return start
  }
  // Where clocks go back over midnight, the next day may have begun already.
  return startOfBusinessDay(addDays(day, 2), startsAt, timeZone)
}

// Local times are slow to compute, and each order asks for the same few.
const starts = remembered<Date>(1_000)

/** When the business day of this date, YYYY-MM-DD, begins; it ends where the next one begins. */
export function startOfBusinessDay(day: string, startsAt: string, timeZone: string): Date {
  return starts(`${day} ${startsAt} ${timeZone}`, () => computeStart(day, startsAt, timeZone))
}

function computeStart(day: string, startsAt: string, timeZone: string): Date {
  const startText = `${day} ${startsAt}`
  const isReached = (minute: number) => {
    const local = localTime(new Date(minute * MINUTE_MS), timeZone)
    return `${local.day} ${local.time}` >= startText
  }
  const at = momentOf({ day, time: startsAt }, timeZone)
  const { time } = localTime(at, timeZone)
  if (time === startsAt) return at
  // The clock skips the start, and `momentOf` returned a moment after the gap. The day begins at the first minute after
  // the gap, which is found by halving the time between a day before `at` and `at`.
  let [before, after] = [at.getTime() / MINUTE_MS - MINUTES_OF_DAY, at.getTime() / MINUTE_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isReached(middle)) after = middle
    else before = middle
  }
  return new Date(after * MINUTE_MS)
}

const MINUTE_MS = 60_000
const MINUTES_OF_DAY = 24 * 60
