import type { Clock } from './clock.ts'
import { coalesce } from './limits/concurrency.ts'

interface Source<Value> {
  clock: Clock
  /** Whether this process hears of every change. If not, nothing is kept: every call of `current` reads. */
  isListening(): boolean
  /** Reads a value, which stays as it is until `validUntil` or, without it, until it is forgotten. */
  read(now: Date): Promise<{ value: Value; validUntil?: Date | undefined }>
}

/**
 * Keeps what was read last. Whoever calls `current` after a `forget` gets what was read after it: a read that was
 * running then is not kept. One read runs at a time, however many callers wait; if it fails, the next call reads again.
 */
export function cached<Value>({ clock, isListening, read }: Source<Value>) {
  let changes = 0
  let kept: { value: Value; readAt: Date; validUntil?: Date | undefined } | undefined

  /** What is kept and valid now. */
  function ready(): Value | undefined {
    if (!kept || !isListening()) return undefined
    const now = clock.now()
    // What was read later than now was read before the clock was set back.
    return kept.readAt <= now && (!kept.validUntil || now < kept.validUntil) ? kept.value : undefined
  }

  const readAgain = coalesce(async () => {
    // The read for which this caller waited may have been of the same state.
    const known = ready()
    if (known !== undefined) return known
    const changesBefore = changes
    const wasListening = isListening()
    const readAt = clock.now()
    const result = await read(readAt)
    if (wasListening && changes === changesBefore) kept = { ...result, readAt }
    return result.value
  })

  return {
    current: async (): Promise<Value> => ready() ?? readAgain(),
    forget(): void {
      changes++
      kept = undefined
    },
  }
}
