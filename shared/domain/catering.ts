import { addDays, localTime } from './time/local-time.ts'

/** Every status a catering event can have. */
export const EVENT_STATUSES = ['draft', 'pending', 'confirmed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Whether the customer has not decided yet: only then does a proposal expire, and can be deleted. */
export function isOpenEvent(status: EventStatus): boolean {
  return status === 'draft' || status === 'pending'
}

/** For how many days after its event was entered a proposal is valid (docs/product/catering.md#catering-valid). */
const VALID_DAYS = 14

export interface EventFigures {
  /** The price of one portion in minor units. */
  items: readonly { priceAtTimeOfEvent: number; quantity: number }[]
  /** In percent, with at most two decimals. */
  discount: number
  numberOfGuests: number
}

export interface EventSums {
  total: number
  /** Rounded half up. */
  totalAfterDiscount: number
  /** The total after the discount, divided by the guests, rounded half up. */
  perGuest: number
}

/**
 * Returns the price of an event in minor units (docs/product/catering.md#catering-discount). 500 lines of 9,999
 * portions at the highest price are 5 × 10^14, which a number holds exactly; larger products on the way are bigints.
 */
export function eventSums({ items, discount, numberOfGuests }: EventFigures): EventSums {
  const total = items.reduce((sum, line) => sum + line.priceAtTimeOfEvent * line.quantity, 0)
  const totalAfterDiscount = divideHalfUp(BigInt(total) * BigInt(10_000 - hundredths(discount)), 10_000n)
  const perGuest = divideHalfUp(totalAfterDiscount, BigInt(numberOfGuests))
  return { total, totalAfterDiscount: Number(totalAfterDiscount), perGuest: Number(perGuest) }
}

export function hasAtMostTwoDecimals(value: number): boolean {
  return hundredths(value) / 100 === value
}

/** YYYY-MM-DD (docs/product/catering.md#catering-valid). @param created when its event was entered */
export function validUntil(created: Date, eventDate: string, timeZone: string): string {
  const lastDay = addDays(localTime(created, timeZone).day, VALID_DAYS)
  return lastDay < eventDate ? lastDay : eventDate
}

const hundredths = (value: number) => Math.round(value * 100)

function divideHalfUp(amount: bigint, divisor: bigint): bigint {
  return (2n * amount + divisor) / (2n * divisor)
}
