import { readSettings } from '#server/modules/settings/index.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { eraseOverdue, type OverdueParts } from './overdue.ts'

/** How often the privacy clock checks the time. */
export const PRIVACY_CHECK_INTERVAL_MS = 60_000
/** How long the clock must run without a jump. A clock that is wrong at the start is usually corrected by then. */
const STEADY_CLOCK_MS = 5 * 60_000

/**
 * The privacy clock of one instance. Each check erases overdue data if a business day has begun since the last run. The
 * last run is not stored: after a start the clock runs once more and finds little. Because erasing is final, it waits
 * until the server's clock has run without a jump for a while.
 * @returns the check, to be called every `PRIVACY_CHECK_INTERVAL_MS`
 */
export function privacyClock(parts: OverdueParts): () => Promise<void> {
  const { db, clock, timeZone } = parts
  let lastCheck = clock.now().getTime()
  let steadySince = lastCheck
  let lastRunDay: number | undefined
  let isRunning = false
  return async () => {
    const now = clock.now()
    const passedMs = now.getTime() - lastCheck
    lastCheck = now.getTime()
    if (passedMs < 0 || passedMs > STEADY_CLOCK_MS) steadySince = lastCheck
    if (isRunning || lastCheck - steadySince < STEADY_CLOCK_MS) return
    isRunning = true
    try {
      const { businessDayStart: startsAt } = await readSettings(db)
      const day = businessDayStart(now, startsAt, timeZone).getTime()
      if (day === lastRunDay) return
      await eraseOverdue(parts)
      lastRunDay = day
    } finally {
      isRunning = false
    }
  }
}
