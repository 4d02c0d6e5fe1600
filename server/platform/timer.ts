import type { Log } from './log.ts'

export interface Timer {
  stop(): void
}

/** Does the work again and again. A failure is logged, and the next turn tries again. */
export function repeat(everyMs: number, log: Log, work: () => Promise<void>): Timer {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.error({ err: error }, 'a repeated task failed'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
