const MINUTE_MS = 60_000
/** An order this old has filled its clock. */
const FULL_CLOCK_MINUTES = 30

export interface OrderAge {
  /** Whole minutes since the order came; never negative, though a page's clock may be slow. */
  minutes: number
  /** How much of the clock is filled, from 0 to 1. */
  fill: number
}

/** How long an order has waited: shown in words and by a clock that fills up in half an hour. */
export function orderAge(createdAt: string, now: number): OrderAge {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / MINUTE_MS))
  return { minutes, fill: Math.min(1, minutes / FULL_CLOCK_MINUTES) }
}

/** Minutes as days, hours and minutes, for saying a long wait in few words. */
export function splitMinutes(minutes: number): { days: number; hours: number; minutes: number } {
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
