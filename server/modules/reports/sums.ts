import type { Currency } from '#shared/domain/money.ts'

/** The number of counted orders and their revenue in minor units. */
export type Pair = [orders: number, revenue: number]

/** The sales of a dish under one name, as in the order lines. */
export interface SoldDish {
  /** Null, or the id of a dish that no longer exists, if it was deleted. */
  id: number | null
  name: string
  nameRo: string
  quantity: number
  revenue: number
  /** When it was last sold, in milliseconds since 1970. */
  lastAt: number
}

/** The sums over the orders of some business days in one currency. Stored as JSON. */
export interface Sums {
  /** Keyed by business day, YYYY-MM-DD. */
  days: Record<string, Pair>
  /** Keyed by weekday (1 is Monday) and hour: `5 23`. */
  hours: Record<string, Pair>
  /** Keyed by dining option. */
  dining: Record<string, Pair>
  /** Dine-in orders, keyed by table number; the empty string for orders without a table. */
  tables: Record<string, Pair>
  /** Number of orders by the time until they were ready, keyed by the second at which the step begins. */
  ready: Record<string, number>
  cancelled: Pair
  /** Dishes taken off orders: portions, not orders, and their amount. */
  takenOff: Pair
  /** Keyed by the name of the user; the empty string where none is known. */
  users: Record<string, DoneByUser>
  dishes: SoldDish[]
}

/** What a user took back: orders and their totals, portions of other orders and their amount. */
export type DoneByUser = { cancelled: Pair; takenOff: Pair }

export type SumsByCurrency = Partial<Record<Currency, Sums>>

/** Resolution of the time to ready, in seconds. */
export const READY_STEP_S = 10
/** The last step, in seconds, which contains all longer times: those orders were set to ready long after they were. */
export const READY_LAST_STEP_S = 24 * 60 * 60

export function emptySums(): Sums {
  return {
    days: {},
    hours: {},
    dining: {},
    tables: {},
    ready: {},
    cancelled: [0, 0],
    takenOff: [0, 0],
    // A user may be named `__proto__`.
    users: Object.create(null) as Sums['users'],
    dishes: [],
  }
}

/** Adds `more` to `to`, in place. */
export function addSums(to: Sums, more: Sums): void {
  for (const field of ['days', 'hours', 'dining', 'tables'] as const) {
    for (const [key, pair] of Object.entries(more[field])) addPair(to[field], key, pair)
  }
  for (const [step, orders] of Object.entries(more.ready)) to.ready[step] = (to.ready[step] ?? 0) + orders
  to.cancelled = addPairs(to.cancelled, more.cancelled)
  to.takenOff = addPairs(to.takenOff, more.takenOff)
  for (const [name, user] of Object.entries(more.users)) {
    const { cancelled, takenOff } = to.users[name] ?? {}
    to.users[name] = { cancelled: addPairs(cancelled, user.cancelled), takenOff: addPairs(takenOff, user.takenOff) }
  }
  to.dishes.push(...more.dishes)
}

export function addPair(to: Record<string, Pair>, key: string, pair: Pair): void {
  to[key] = addPairs(to[key], pair)
}

/** The sum of all pairs. */
export function totalOf(pairs: Record<string, Pair>): Pair {
  return Object.values(pairs).reduce<Pair>(addPairs, [0, 0])
}

function addPairs([orders, revenue]: Pair = [0, 0], more: Pair): Pair {
  return [orders + more[0], revenue + more[1]]
}
