import type { SettingsChange } from '#shared/contracts/settings.ts'
import { LONGEST_PAUSE_MS } from '#shared/domain/timing.ts'

/** A pause as the settings keep it: it may have ended since. */
export interface Pause {
  ordersPaused: boolean
  /** When it ends by itself; null for one that somebody must end. */
  ordersPausedUntil: Date | null
}

/** The pause that holds at a moment: one that has ended is none (docs/product/settings.md#settings-pause-until). */
export function pauseAt({ ordersPaused, ordersPausedUntil }: Pause, now: Date): Pause {
  const holds = ordersPaused && (ordersPausedUntil === null || ordersPausedUntil > now)
  return holds ? { ordersPaused, ordersPausedUntil } : { ordersPaused: false, ordersPausedUntil: null }
}

/** Whether a pause may end at this moment: it lies ahead, a day at most. */
export function isPauseEnd(until: Date, now: Date): boolean {
  const aheadMs = until.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= LONGEST_PAUSE_MS
}

/** The pause after a change; its end counts while orders are paused and goes with the pause. Nothing if it stays. */
export function changedPause(before: Pause, change: SettingsChange, now: Date): Pause | undefined {
  const { ordersPaused, ordersPausedUntil: until } = change
  if (ordersPaused === undefined && until === undefined) return undefined
  const isPaused = ordersPaused ?? pauseAt(before, now).ordersPaused
  return { ordersPaused: isPaused, ordersPausedUntil: isPaused && until ? new Date(until) : null }
}
