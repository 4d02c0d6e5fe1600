import { readSettings } from '#server/modules/settings/index.ts'
import { businessDayStart } from '#shared/domain/business-day.ts'
import { eraseOverdue, type OverdueParts } from './overdue.ts'

/** How often the privacy clock looks at the time. */
export const LOOKS_EVERY_MS = 60_000
/** How long the time must have gone on steadily. A clock that was wrong at the start is usually set right by then. */
const STEADY_MS = 5 * 60_000

/**
 * The privacy clock of one instance: each look does the night's work if a business day has begun since the last time.
 * What was done is not kept: after a start it is looked for once more, and little is found. It waits until the time has
 * gone on steadily for a while, after each jump anew: what it takes cannot be brought back.
 */
export function privacyClock(parts: OverdueParts): () => Promise<void> {
  const { db, clock, timeZone } = parts
  let lastLook = clock.now().getTime()
  let steadySince = lastLook
  let doneFor: number | undefined
  let isAtWork = false
  return async () => {
    const now = clock.now()
    const passedMs = now.getTime() - lastLook
    lastLook = now.getTime()
    if (passedMs < 0 || passedMs > STEADY_MS) steadySince = lastLook
    if (isAtWork || lastLook - steadySince < STEADY_MS) return
    isAtWork = true
    try {
      const { businessDayStart: startsAt } = await readSettings(db)
      const day = businessDayStart(now, startsAt, timeZone).getTime()
      if (day === doneFor) return
      await eraseOverdue(parts)
      doneFor = day
    } finally {
      isAtWork = false
    }
  }
}
