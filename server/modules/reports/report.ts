import { REPORT_DISHES, type Report, type ReportFigures, type ReportPart } from '#shared/contracts/reports.ts'
import { CURRENCIES, type Currency } from '#shared/domain/money.ts'
import { ORDERED_DINING_OPTIONS } from '#shared/domain/orders/order.ts'
import { eachDay } from './days.ts'

/** The number of counted orders and their revenue in minor units. */
type Pair = [orders: number, revenue: number]

/** The sales of a dish under one name, as in the order lines. */
interface SoldDish {
  /** Null, or the id of a dish that no longer exists, if it was deleted. */
  id: number | null
  name: string
  nameRo: string
  quantity: number
  revenue: number
  lastAt: number
  /** Of these, what was part of another line; months that were stored before there were parts lack them. */
  partQuantity?: number
  partRevenue?: number
}

/** A chosen option under one name; a fee has no group. */
type SoldOption = ReportPart['options'][number]

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
  /** Months that were stored before there were options lack them. */
  options?: SoldOption[]
}

/** What a user took back: orders and their totals, portions of other orders and their amount. */
type DoneByUser = { cancelled: Pair; takenOff: Pair }

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
    options: [],
  }
}

function addSums(to: Sums, more: Sums): void {
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
  to.options = mergeOptions([...(to.options ?? []), ...(more.options ?? [])])
}

export function addPair(to: Record<string, Pair>, key: string, pair: Pair): void {
  to[key] = addPairs(to[key], pair)
}

function totalOf(pairs: Record<string, Pair>): Pair {
  return Object.values(pairs).reduce<Pair>(addPairs, [0, 0])
}

function addPairs([orders, revenue]: Pair = [0, 0], more: Pair): Pair {
  return [orders + more[0], revenue + more[1]]
}

/**
 * The key that groups sold dishes: the id of a dish that still exists, whatever its names; the names of a deleted dish
 * (docs/product/reports.md#reports-by).
 * @param dishIds ids of all dishes that exist
 */
function dishKey({ id, name, nameRo }: SoldDish, dishIds: ReadonlySet<number>): string {
  return id !== null && dishIds.has(id) ? `${id}` : JSON.stringify([name, nameRo])
}

/** Merges sold dishes with the same key: adds quantities and revenue, and keeps the names of the latest sale. */
function mergeDishes(sold: readonly SoldDish[], dishIds: ReadonlySet<number>): SoldDish[] {
  const merged = new Map<string, SoldDish>()
  for (const dish of sold) {
    const key = dishKey(dish, dishIds)
    const entry = merged.get(key)
    if (!entry) {
      merged.set(key, { ...dish })
      continue
    }
    entry.quantity += dish.quantity
    entry.revenue += dish.revenue
    entry.partQuantity = (entry.partQuantity ?? 0) + (dish.partQuantity ?? 0)
    entry.partRevenue = (entry.partRevenue ?? 0) + (dish.partRevenue ?? 0)
    if (dish.lastAt < entry.lastAt) continue
    const { name, nameRo, lastAt } = dish
    Object.assign(entry, { name, nameRo, lastAt })
  }
  return [...merged.values()]
}

function mergeOptions(sold: readonly SoldOption[]): SoldOption[] {
  const merged = new Map<string, SoldOption>()
  for (const option of sold) {
    const { group, groupRo, name, nameRo } = option
    const key = JSON.stringify([group, groupRo, name, nameRo])
    const { quantity = 0, revenue = 0 } = merged.get(key) ?? {}
    merged.set(key, { ...option, quantity: quantity + option.quantity, revenue: revenue + option.revenue })
  }
  return [...merged.values()]
}

/** The lower bound of each row of the times to ready, in minutes. */
export const READY_ROW_MINUTES = [0, 5, 10, 15, 20, 30, 45, 60, 90]

interface PartSource {
  sums: Sums
  before: Sums
  periods: Omit<Report, 'parts'>
  dishIds: ReadonlySet<number>
  taken: number | null
  takenBefore: number | null
}

function partOf(currency: Currency, source: PartSource): ReportPart {
  const { sums, before, periods, dishIds, taken, takenBefore } = source
  const { from, to, beforeFrom, beforeTo } = periods
  return {
    currency,
    figures: figuresOf(sums, taken),
    figuresBefore: figuresOf(before, takenBefore),
    days: eachDay(from, to).map((day) => ({ day, ...pairFields(sums.days[day]) })),
    daysBefore: eachDay(beforeFrom, beforeTo).map((day) => ({ day, ...pairFields(before.days[day]) })),
    dishes: dishesOf(sums.dishes, before.dishes, dishIds),
    options: (sums.options ?? [])
      .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue)
      .slice(0, REPORT_DISHES),
    hours: hoursOf(sums.hours),
    dining: ORDERED_DINING_OPTIONS.map((diningOption) => ({
      diningOption,
      ...comparedFields(sums.dining[diningOption], before.dining[diningOption]),
    })),
    tables: tablesOf(sums.tables, before.tables),
    users: usersOf(sums.users),
    ready: readyOf(sums.ready, before.ready),
  }
}

const pairFields = ([orders, revenue]: Pair = [0, 0]) => ({ orders, revenue })

const comparedFields = (pair: Pair | undefined, [ordersBefore, revenueBefore]: Pair = [0, 0]) => ({
  ...pairFields(pair),
  ordersBefore,
  revenueBefore,
})

function figuresOf(sums: Sums, taken: number | null): ReportFigures {
  const [orders, revenue] = totalOf(sums.days)
  const [cancelledOrders, cancelledAmount] = sums.cancelled
  const [takenOffQuantity, takenOffAmount] = sums.takenOff
  const steps = stepsOf(sums.ready)
  return {
    orders,
    revenue,
    taken,
    averageOrderValue: orders === 0 ? 0 : Math.round(revenue / orders),
    cancelledOrders,
    cancelledAmount,
    takenOffQuantity,
    takenOffAmount,
    readyOrders: steps.reduce((sum, step) => sum + step.orders, 0),
    readyMedian: readyWithin(steps, 0.5),
    readySlow: readyWithin(steps, 0.9),
  }
}

interface ReadyStep {
  seconds: number
  orders: number
}

function stepsOf(ready: Sums['ready']): ReadyStep[] {
  const steps = Object.entries(ready).map(([seconds, orders]) => ({ seconds: Number(seconds), orders }))
  return steps.sort((a, b) => a.seconds - b.seconds)
}

/** The time in seconds within which a share of the orders was ready, rounded up to a step; null without orders. */
function readyWithin(steps: readonly ReadyStep[], share: number): number | null {
  const target = share * steps.reduce((sum, { orders }) => sum + orders, 0)
  let readyOrders = 0
  for (const { seconds, orders } of steps) {
    readyOrders += orders
    if (readyOrders >= target) return seconds + READY_STEP_S
  }
  return null
}

function readyOf(ready: Sums['ready'], before: Sums['ready']): ReportPart['ready'] {
  return READY_ROW_MINUTES.map((minutes, i) => {
    const next = READY_ROW_MINUTES[i + 1] ?? Number.POSITIVE_INFINITY
    const within = (steps: ReadyStep[]) =>
      steps
        .filter(({ seconds }) => seconds >= minutes * 60 && seconds < next * 60)
        .reduce((sum, { orders }) => sum + orders, 0)
    return { minutes, orders: within(stepsOf(ready)), ordersBefore: within(stepsOf(before)) }
  })
}

function hoursOf(hours: Sums['hours']): ReportPart['hours'] {
  return Object.entries(hours)
    .map(([key, pair]) => {
      const [weekday = 0, hour = 0] = key.split(' ').map(Number)
      return { weekday, hour, ...pairFields(pair) }
    })
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

function tablesOf(tables: Sums['tables'], before: Sums['tables']): ReportPart['tables'] {
  const last = Number.POSITIVE_INFINITY
  return [...new Set([...Object.keys(tables), ...Object.keys(before)])]
    .map((key) => ({ tableNumber: key === '' ? null : Number(key), ...comparedFields(tables[key], before[key]) }))
    .sort((a, b) => (a.tableNumber ?? last) - (b.tableNumber ?? last))
}

function usersOf(users: Sums['users']): ReportPart['users'] {
  return Object.entries(users)
    .map(([name, { cancelled, takenOff }]) => ({
      username: name || null,
      cancelledOrders: cancelled[0],
      cancelledAmount: cancelled[1],
      takenOffQuantity: takenOff[0],
      takenOffAmount: takenOff[1],
    }))
    .sort((a, b) => b.cancelledAmount + b.takenOffAmount - a.cancelledAmount - a.takenOffAmount)
}

/** The dishes sold most, `REPORT_DISHES` at most. @param sold merged, as by `mergeDishes` */
function dishesOf(sold: SoldDish[], before: SoldDish[], dishIds: ReadonlySet<number>): ReportPart['dishes'] {
  const beforeByKey = new Map(before.map((dish) => [dishKey(dish, dishIds), dish]))
  return sold
    .map((dish) => {
      const { name, nameRo, quantity, revenue, partQuantity = 0, partRevenue = 0 } = dish
      const { quantity: quantityBefore = 0, revenue: revenueBefore = 0 } = beforeByKey.get(dishKey(dish, dishIds)) ?? {}
      return { name, nameRo, quantity, revenue, quantityBefore, revenueBefore, partQuantity, partRevenue }
    })
    .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.name < b.name ? -1 : 1))
    .slice(0, REPORT_DISHES)
}

/** The sums of some business days: of past months as stored, in JSON, and of other days as read from their orders. */
export type PieceSums = string | SumsByCurrency

type Taken = Partial<Record<Currency, number>>

export interface ReportSource {
  periods: Omit<Report, 'parts'>
  currency: Currency
  dishIds: ReadonlySet<number>
  sums: readonly PieceSums[]
  before: readonly PieceSums[]
  /** What was paid in each currency, in both periods; null while payments are off. */
  taken: Taken | null
  takenBefore: Taken | null
}

/** Dishes are merged after this many pieces: after each, it would take more time; only at the end, more memory. */
const MERGE_EVERY = 12

/** Adds up the sums of a report. Takes some 50 ms for ten years, so it runs in a thread of its own (worker.ts). */
export function makeReport({ periods, currency, dishIds, taken, takenBefore, ...pieces }: ReportSource): Report {
  const sums = addUp(pieces.sums, dishIds)
  const before = addUp(pieces.before, dishIds)
  const usedCurrencies = CURRENCIES.filter((candidate) => sums[candidate] || before[candidate])
  const shownCurrencies = usedCurrencies.length > 0 ? usedCurrencies : [currency]
  shownCurrencies.sort((a, b) => Number(b === currency) - Number(a === currency))
  const parts = shownCurrencies.map((partCurrency): ReportPart => {
    const [current, periodBefore] = [sums[partCurrency] ?? emptySums(), before[partCurrency] ?? emptySums()]
    const takenIn = (by: Taken | null) => by && (by[partCurrency] ?? 0)
    return partOf(partCurrency, {
      ...{ sums: current, before: periodBefore, periods, dishIds },
      ...{ taken: takenIn(taken), takenBefore: takenIn(takenBefore) },
    })
  })
  return { ...periods, parts }
}

function addUp(pieces: readonly PieceSums[], dishIds: ReadonlySet<number>): SumsByCurrency {
  const totals: SumsByCurrency = {}
  const mergeAll = () => {
    for (const sums of Object.values(totals)) sums.dishes = mergeDishes(sums.dishes, dishIds)
  }
  for (const [i, piece] of pieces.entries()) {
    const sums: SumsByCurrency = typeof piece === 'string' ? JSON.parse(piece) : piece
    for (const currency of CURRENCIES) {
      const added = sums[currency]
      if (!added) continue
      totals[currency] ??= emptySums()
      addSums(totals[currency], added)
    }
    if (i % MERGE_EVERY === MERGE_EVERY - 1) mergeAll()
  }
  mergeAll()
  return totals
}
