import type { Log } from './log.ts'

export interface Timer {
  stop(): void
}

/** Does something every so often; one that fails is logged and tried again the next time. */
export function repeat(everyMs: number, log: Log, work: () => Promise<void>): Timer {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.error({ err: error }, 'a repeated task failed'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
