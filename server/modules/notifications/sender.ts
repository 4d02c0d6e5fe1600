import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

export interface Sender {
  /** Looks now whether something is to be sent. */
  wake(): void
  /** One more thing waits: looks now, unless the moment of the next message is known. */
  newcomer(): void
  /** Sends nothing more, and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Does the work again whenever it is woken, and at the moment that the work itself has named; never twice at once.
 * @param work returns when it is to be done again, if that is known
 */
export function createSender(clock: Clock, log: Log, work: () => Promise<Date | undefined>): Sender {
  let inProgress: Promise<void> | undefined
  let isWokenAgain = false
  let isClosed = false
  let next: Date | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    do {
      isWokenAgain = false
      next = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'messages to the owner could not be looked after')
        return undefined
      })
      const inMs = next && next.getTime() - clock.now().getTime()
      if (inMs !== undefined && !isClosed) timer = setTimeout(wake, Math.max(inMs, 0)).unref()
    } while (isWokenAgain && !isClosed)
    inProgress = undefined
  }

  function wake(): void {
    if (isClosed) return
    isWokenAgain = true
    inProgress ??= run()
  }

  return {
    wake,
    // In a rush one look for each order would be work beside the orders, and tell nothing new.
    newcomer: () => {
      if (inProgress || next === undefined || next <= clock.now()) wake()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await inProgress
    },
  }
}
