import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

export interface WorkScheduler {
  /** Runs the work now; if it is running, once more after that. */
  wake(): void
  /** Call after a message is queued. Runs the work now unless a later run is already scheduled. */
  messageAdded(): void
  /** Stops scheduling and waits for the current run to finish. */
  close(): Promise<void>
}

/**
 * Runs `work` on `wake()`, and again at the date to which the previous run resolved. Runs never overlap.
 * @param work resolves to the time of the next run; undefined to run only when woken
 */
export function createWorkScheduler(clock: Clock, log: Log, work: () => Promise<Date | undefined>): WorkScheduler {
  let currentRun: Promise<void> | undefined
  let isWokenAgain = false
  let isClosed = false
  let nextRunAt: Date | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    do {
      isWokenAgain = false
      nextRunAt = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'messages to the owner could not be processed')
        return undefined
      })
      const delayMs = nextRunAt && nextRunAt.getTime() - clock.now().getTime()
      if (delayMs !== undefined && !isClosed) timer = setTimeout(wake, Math.max(delayMs, 0)).unref()
    } while (isWokenAgain && !isClosed)
    currentRun = undefined
  }

  function wake(): void {
    if (isClosed) return
    isWokenAgain = true
    currentRun ??= run()
  }

  return {
    wake,
    // During a rush, one check per order would add load and find nothing new to send.
    messageAdded: () => {
      if (currentRun || nextRunAt === undefined || nextRunAt <= clock.now()) wake()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
