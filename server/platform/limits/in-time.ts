import { setTimeout } from 'node:timers/promises'

/**
 * Waits for work, but no longer than `timeoutMs`. The work itself goes on.
 * @throws Error if it takes longer
 */
export async function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const ended = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`it takes longer than ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timeout.catch(() => {})
    ended.abort()
  }
}
