import type { Log } from './log.ts'

export interface Timer {
  stop(): void
}

/** Runs the work periodically. A failure is logged and does not stop the timer. */
export function repeat(everyMs: number, log: Log, work: () => Promise<void>): Timer {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.error({ err: error }, 'a repeated task failed'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
