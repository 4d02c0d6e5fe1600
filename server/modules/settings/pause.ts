import type { SettingsChange } from '#shared/contracts/settings.ts'
import { MAX_PAUSE_MS } from '#shared/domain/time/timing.ts'

/** A pause as stored in the settings; its end may have passed. */
export interface Pause {
  ordersPaused: boolean
  /** The end of a timed pause; null for a pause until resumed. */
  ordersPausedUntil: Date | null
}

/** The pause in force at `now`; no pause if its end has passed (docs/product/settings.md#settings-pause-until). */
export function pauseAt({ ordersPaused, ordersPausedUntil }: Pause, now: Date): Pause {
  const isInForce = ordersPaused && (ordersPausedUntil === null || ordersPausedUntil > now)
  return isInForce ? { ordersPaused, ordersPausedUntil } : { ordersPaused: false, ordersPausedUntil: null }
}

/** Whether a pause may end at `until`: in the future, at most a day ahead. */
export function isPauseEnd(until: Date, now: Date): boolean {
  const aheadMs = until.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= MAX_PAUSE_MS
}

/** The pause after a change; without a pause its end is null. Undefined if the change does not concern the pause. */
export function changedPause(before: Pause, change: SettingsChange, now: Date): Pause | undefined {
  const { ordersPaused, ordersPausedUntil: until } = change
  if (ordersPaused === undefined && until === undefined) return undefined
  const isPaused = ordersPaused ?? pauseAt(before, now).ordersPaused
  return { ordersPaused: isPaused, ordersPausedUntil: isPaused && until ? new Date(until) : null }
}
