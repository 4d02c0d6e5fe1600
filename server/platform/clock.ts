import type { Log } from './log.ts'

/** The current time. Tests replace it. */
export interface Clock {
  now(): Date
}

export interface SteadyClock extends Clock {
  /** Milliseconds that have passed since some moment, by a clock that nobody can set. */
  elapsedMs(): number
}

export const systemClock: SteadyClock = { now: () => new Date(), elapsedMs: () => performance.now() }

const MINUTE_MS = 60_000

export const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS)
export const nextMinute = (at: Date) => new Date((minuteOf(at) + 1) * MINUTE_MS)

/** The clocks of several instances differ by less. */
export const CLOCK_SKEW_MS = 60_000
/** A timer asks the clock again after so long, because the clock may be set; a delay of over 24.8 days would be none. */
const MAX_DELAY_MS = 60_000

/**
 * Whether a stored moment is still ahead. One later than now plus its own longest delay, which was stored before the
 * clock was set back, counts as now. `isAheadSql` (server/db) is the same in SQL.
 */
export function isAhead(moment: Date | null, now: Date, longestMs: number): moment is Date {
  const aheadMs = moment === null ? 0 : moment.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= longestMs + CLOCK_SKEW_MS
}

/**
 * Whether something happened less than `withinMs` ago. A moment later than now, from before the clock was set back, is
 * not recent. `isRecentSql` (server/db) is the same in SQL.
 */
export function isRecent(moment: Date | null, now: Date, withinMs: number): moment is Date {
  if (moment === null) return false
  const agoMs = now.getTime() - moment.getTime()
  return agoMs < withinMs && agoMs >= -CLOCK_SKEW_MS
}

export type WorkScheduler = ReturnType<typeof createWorkScheduler>

interface SchedulerParts {
  clock: Clock
  log: Log
  /** Says whether this may reach what is outside (`openOutside`). */
  outside: { isOpen(): Promise<boolean> }
}

/** How often work that leads outside is tried in a restored copy. */
const CLOSED_RETRY_MS = 5_000

/**
 * Runs `work`, which leads outside, on `wake()`, and again at the date to which the previous run resolved, or after a
 * minute, because the clock may have been set. Runs never overlap. If `work` rejects, the error is logged and the next run
 * needs a `wake()`.
 * @param failure what is logged then
 * @param work resolves to the time of the next run; undefined to run only when woken. It may run earlier
 */
export function createWorkScheduler(
  { clock, log, outside }: SchedulerParts,
  failure: string,
  work: () => Promise<Date | undefined>,
) {
  let currentRun: Promise<void> | undefined
  let isRunRequested = false
  let isClosed = false
  let nextRunAt: Date | undefined
  let timer: NodeJS.Timeout | undefined

  async function workIfOpen(): Promise<Date | undefined> {
    return (await outside.isOpen()) ? work() : new Date(clock.now().getTime() + CLOSED_RETRY_MS)
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    do {
      isRunRequested = false
      nextRunAt = await workIfOpen().catch((error: unknown) => {
        log.warn({ err: error }, failure)
        return undefined
      })
      const delayMs = nextRunAt && nextRunAt.getTime() - clock.now().getTime()
      if (delayMs !== undefined && !isClosed)
        timer = setTimeout(wake, Math.min(Math.max(delayMs, 0), MAX_DELAY_MS)).unref()
    } while (isRunRequested && !isClosed)
    currentRun = undefined
  }

  function wake(): void {
    if (isClosed) return
    isRunRequested = true
    currentRun ??= run()
  }

  return {
    /** Runs the work now; if it is running, once more after that. */
    wake,
    // During a rush, a run for each order would add load and find nothing new to do.
    wakeUnlessScheduled: () => {
      if (currentRun || nextRunAt === undefined || nextRunAt <= clock.now()) wake()
    },
    /** Stops scheduling and waits for the current run to finish. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
