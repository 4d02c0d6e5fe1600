import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { DiningOption } from '#shared/domain/orders/dining.ts'
import { readMedianTimes } from './repo.ts'

const HOUR_MS = 60 * 60_000
const PERIOD_MS = 30 * 24 * HOUR_MS
/** Guests are told a multiple of this many minutes. */
const STEP = 5

/** In how many minutes orders are usually ready; without a dining option of which too few orders say so. */
export type UsualTimes = Partial<Record<DiningOption, number>>

/**
 * Returns a function that returns the usual times, read once an hour. Nobody waits for them but those who ask for the
 * very first ones; a failure is logged, and leaves the times as they were.
 */
export function createUsualTimes(db: Database, clock: Clock, log: Log): () => Promise<UsualTimes> {
  let known: UsualTimes | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<UsualTimes> = Promise.resolve({})

  async function read(now: Date): Promise<UsualTimes> {
    try {
      const rows = await readMedianTimes(db, new Date(now.getTime() - PERIOD_MS))
      known = Object.fromEntries(rows.map(({ diningOption, median }) => [diningOption, roundedMinutes(median)]))
    } catch (error) {
      log.warn({ err: error }, 'the usual times until orders are ready could not be read')
    }
    return known ?? {}
  }

  return async () => {
    const now = clock.now()
    if (now.getTime() - readAt >= HOUR_MS) {
      readAt = now.getTime()
      reading = read(now)
    }
    return known ?? reading
  }
}

function roundedMinutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60 / STEP)) * STEP
}
