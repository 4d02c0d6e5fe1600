const MINUTE_MS = 60_000
/** The age at which the clock icon on the card is full. */
const FULL_CLOCK_MINUTES = 30

/** How long an order has waited. */
export interface OrderAge {
  /** Whole minutes since the order was placed; 0 if the page's clock is behind the server's. */
  minutes: number
  /** The filled part of the clock icon, from 0 to 1. */
  fill: number
}

/**
 * The age of an order (docs/product/board.md#board-card).
 * @param createdAt ISO 8601, UTC
 * @param now milliseconds since 1970
 */
export function orderAge(createdAt: string, now: number): OrderAge {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / MINUTE_MS))
  return { minutes, fill: Math.min(1, minutes / FULL_CLOCK_MINUTES) }
}

/** Splits whole minutes into days, hours below 24 and minutes below 60. */
export function splitMinutes(minutes: number): { days: number; hours: number; minutes: number } {
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
