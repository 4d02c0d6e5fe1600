import type { Currency } from '#shared/domain/money.ts'

/** Of orders that count: how many, and what they came to in minor units. */
export type Pair = [orders: number, revenue: number]

/** A dish under one name, as the lines have it. */
export interface SoldDish {
  /** Null, or of no dish that still exists, where it was deleted. */
  id: number | null
  name: string
  nameRo: string
  quantity: number
  revenue: number
  /** When it was last sold, in ms. */
  lastAt: number
}

/** What the orders of some business days came to, in one currency. It is kept as JSON. */
export interface Sums {
  /** By YYYY-MM-DD. */
  days: Record<string, Pair>
  /** By weekday, 1 is Monday, and hour: `5 23`. */
  hours: Record<string, Pair>
  dining: Record<string, Pair>
  /** Of dine-in, by the table's number; the empty text is none. */
  tables: Record<string, Pair>
  /** How many orders were ready within a step of time, by the second at which the step begins. */
  ready: Record<string, number>
  cancelled: Pair
  /** Dishes, not orders. */
  takenOff: Pair
  dishes: SoldDish[]
}

export type SumsByCurrency = Partial<Record<Currency, Sums>>

/** How long a step of the time to ready is, in seconds. */
export const READY_STEP = 10
/** The last step: whoever was told later was forgotten. */
export const READY_LAST = 24 * 60 * 60

export function noSums(): Sums {
  return { days: {}, hours: {}, dining: {}, tables: {}, ready: {}, cancelled: [0, 0], takenOff: [0, 0], dishes: [] }
}

/** Adds what one has to the other, which changes. */
export function addSums(to: Sums, more: Sums): void {
  for (const by of ['days', 'hours', 'dining', 'tables'] as const) {
    for (const [key, pair] of Object.entries(more[by])) addPair(to[by], key, pair)
  }
  for (const [step, orders] of Object.entries(more.ready)) to.ready[step] = (to.ready[step] ?? 0) + orders
  to.cancelled = plus(to.cancelled, more.cancelled)
  to.takenOff = plus(to.takenOff, more.takenOff)
  to.dishes.push(...more.dishes)
}

export function addPair(to: Record<string, Pair>, key: string, pair: Pair): void {
  to[key] = plus(to[key], pair)
}

/** All pairs together. */
export function totalOf(pairs: Record<string, Pair>): Pair {
  return Object.values(pairs).reduce<Pair>(plus, [0, 0])
}

function plus([orders, revenue]: Pair = [0, 0], more: Pair): Pair {
  return [orders + more[0], revenue + more[1]]
}
