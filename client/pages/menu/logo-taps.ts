/**
 * Five taps on the logo, each within 1.5 s of the previous one, open the table dialog
 * (docs/product/menu.md#menu-table-gesture).
 */
export const TAPS_TO_OPEN = 5
export const MAX_TAP_GAP_MS = 1500

export interface Taps {
  count: number
  /** The time of the last tap in milliseconds. */
  at: number
}

/** Counts a tap. After a longer gap the count restarts at 1; at the fifth tap `opens` is true and the count is 0. */
export function tapLogo(taps: Taps, now: number): Taps & { opens: boolean } {
  const count = now - taps.at > MAX_TAP_GAP_MS ? 1 : taps.count + 1
  return count >= TAPS_TO_OPEN ? { count: 0, at: now, opens: true } : { count, at: now, opens: false }
}
