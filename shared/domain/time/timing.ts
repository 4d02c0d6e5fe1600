/** Seconds before the success dialog closes and the cart is cleared (docs/product/checkout.md#checkout-success). */
export const SUCCESS_COUNTDOWN_S = 5
/** Seconds after which a closed live connection is opened again (docs/product/live-channel.md#live-reconnect). */
export const RECONNECT_AFTER_S = 5
/** How often the server sends a heartbeat, and after how long without a frame a page reconnects, in seconds. */
export const HEARTBEAT_INTERVAL_S = 10
export const SILENCE_TIMEOUT_S = 25
/** The time in ms over which phones spread requests for a changed menu (docs/product/menu.md#menu-live). */
export const MENU_SPREAD_MS = 900
/** The longest time until a pause ends by itself, in milliseconds (docs/product/settings.md#settings-pause-until). */
export const MAX_PAUSE_MS = 24 * 60 * 60 * 1000

/** Seconds as mm:ss, never below 00:00 (docs/product/everywhere.md#everywhere-countdowns). */
export function minutesAndSeconds(seconds: number): string {
  const total = Math.max(0, Math.ceil(seconds))
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
