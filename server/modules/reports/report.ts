import { REPORT_DISHES, type Report, type ReportFigures, type ReportPart } from '#shared/contracts/reports.ts'
import { CURRENCIES, type Currency } from '#shared/domain/money.ts'
import { ORDERED_DINING_OPTIONS } from '#shared/domain/orders/order.ts'
import { startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { READY_STEP_S, type Sums } from './repo.ts'

/** The number of counted orders and their revenue in minor units. */
type Pair = [orders: number, revenue: number]

/** The amount paid in each currency; null while payments are off. */
type Taken = Partial<Record<Currency, number>> | null

interface Period {
  sums: Sums
  taken: Taken
}

interface ReportSource {
  periods: Omit<Report, 'parts'>
  /** The restaurant's present currency. */
  currency: Currency
  current: Period
  before: Period
}

/** Makes a report from the sums of its days and of the days before. */
export function makeReport({ periods, currency, current, before }: ReportSource): Report {
  const isUsed = (candidate: Currency) =>
    [current, before].some(({ sums }) => [...sums.tables, ...sums.users].some(([used]) => used === candidate))
  const used = CURRENCIES.filter(isUsed)
  const shown = used.length > 0 ? used : [currency]
  shown.sort((a, b) => Number(b === currency) - Number(a === currency))
  return { ...periods, parts: shown.map((shownCurrency) => partOf(shownCurrency, periods, current, before)) }
}

function partOf(currency: Currency, periods: Omit<Report, 'parts'>, current: Period, before: Period): ReportPart {
  const [sums, sumsBefore] = [sumsIn(currency, current.sums), sumsIn(currency, before.sums)]
  const { from, to, beforeFrom, beforeTo } = periods
  const takenIn = ({ taken }: Period) => taken && (taken[currency] ?? 0)
  return {
    currency,
    figures: figuresOf(sums, takenIn(current)),
    figuresBefore: figuresOf(sumsBefore, takenIn(before)),
    days: daysOf(eachDay({ from, to }), sums),
    daysBefore: daysOf(eachDay({ from: beforeFrom, to: beforeTo }), sumsBefore),
    dishes: dishesOf(sums, sumsBefore),
    options: sums.options
      .map(([, group, groupRo, name, nameRo, quantity, revenue]) => {
        return { group, groupRo, name, nameRo, quantity, revenue }
      })
      .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue)
      .slice(0, REPORT_DISHES),
    reductions: sums.reductions
      .map(([, , name, nameRo, count, amount]) => ({ name, nameRo, count, amount }))
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount),
    hours: sums.hours
      .map(([, weekday, hour, orders, revenue]) => ({ weekday, hour, orders, revenue }))
      .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    dining: diningOf(sums, sumsBefore),
    tables: tablesOf(sums, sumsBefore),
    users: sums.users
      .map(([, username, cancelledOrders, cancelledAmount, takenOffQuantity, takenOffAmount]) => ({
        ...{ username, cancelledOrders, cancelledAmount, takenOffQuantity, takenOffAmount },
      }))
      .sort((a, b) => b.cancelledAmount + b.takenOffAmount - a.cancelledAmount - a.takenOffAmount),
    ready: readyOf(sums, sumsBefore),
  }
}

function sumsIn(currency: Currency, sums: Sums): Sums {
  const rowsIn = (rows: [Currency, ...unknown[]][]) => rows.filter(([rowCurrency]) => rowCurrency === currency)
  return Object.fromEntries(Object.entries(sums).map(([name, rows]) => [name, rowsIn(rows)])) as unknown as Sums
}

const addPairs = ([orders, revenue]: Pair = [0, 0], more: Pair): Pair => [orders + more[0], revenue + more[1]]

const pairFields = ([orders, revenue]: Pair = [0, 0]) => ({ orders, revenue })

const comparedFields = (pair: Pair | undefined, [ordersBefore, revenueBefore]: Pair = [0, 0]) => ({
  ...pairFields(pair),
  ordersBefore,
  revenueBefore,
})

function daysOf(names: string[], { days }: Sums): ReportPart['days'] {
  const pairs = new Map(days.map(([, day, ...pair]) => [day, pair]))
  return names.map((day, i) => ({ day, ...pairFields(pairs.get(i)) }))
}

function figuresOf({ days, users, takenOff, ready }: Sums, taken: number | null): ReportFigures {
  const [orders, revenue] = days.reduce<Pair>((sum, [, , ...pair]) => addPairs(sum, pair), [0, 0])
  const [, takenOffQuantity = 0, takenOffAmount = 0] = takenOff[0] ?? []
  const steps = ready.toSorted((a, b) => a[1] - b[1])
  return {
    orders,
    revenue,
    taken,
    averageOrderValue: orders === 0 ? 0 : Math.round(revenue / orders),
    cancelledOrders: users.reduce((sum, [, , cancelled]) => sum + cancelled, 0),
    cancelledAmount: users.reduce((sum, [, , , amount]) => sum + amount, 0),
    takenOffQuantity,
    takenOffAmount,
    readyOrders: countReady(steps),
    readyMedian: readyWithin(steps, 0.5),
    readySlow: readyWithin(steps, 0.9),
  }
}

const countReady = (steps: Sums['ready']) => steps.reduce((sum, [, , orders]) => sum + orders, 0)

/** Returns the seconds within which a share of the orders was ready, rounded up to a step; null without orders. */
function readyWithin(steps: Sums['ready'], share: number): number | null {
  const target = share * countReady(steps)
  let readyOrders = 0
  for (const [, seconds, orders] of steps) {
    readyOrders += orders
    if (readyOrders >= target) return seconds + READY_STEP_S
  }
  return null
}

/** The lower bounds, in minutes, of the rows of the times until ready. */
const READY_ROW_MINUTES = [0, 5, 10, 15, 20, 30, 45, 60, 90]

function readyOf(sums: Sums, before: Sums): ReportPart['ready'] {
  return READY_ROW_MINUTES.map((minutes, i) => {
    const next = READY_ROW_MINUTES[i + 1] ?? Number.POSITIVE_INFINITY
    const within = ({ ready }: Sums) =>
      countReady(ready.filter(([, seconds]) => seconds >= minutes * 60 && seconds < next * 60))
    return { minutes, orders: within(sums), ordersBefore: within(before) }
  })
}

function diningOf(sums: Sums, before: Sums): ReportPart['dining'] {
  const pairOf = ({ tables }: Sums, diningOption: string) =>
    tables
      .filter(([, option]) => option === diningOption)
      .reduce<Pair>((sum, [, , , ...pair]) => addPairs(sum, pair), [0, 0])
  return ORDERED_DINING_OPTIONS.map((diningOption) => ({
    diningOption,
    ...comparedFields(pairOf(sums, diningOption), pairOf(before, diningOption)),
  }))
}

function tablesOf(sums: Sums, before: Sums): ReportPart['tables'] {
  const last = Number.POSITIVE_INFINITY
  const pairsOf = ({ tables }: Sums) =>
    new Map(
      tables.filter(([, option]) => option === 'dine-in').map(([, , tableNumber, ...pair]) => [tableNumber, pair]),
    )
  const [pairs, pairsBefore] = [pairsOf(sums), pairsOf(before)]
  return [...new Set([...pairs.keys(), ...pairsBefore.keys()])]
    .map((tableNumber) => ({ tableNumber, ...comparedFields(pairs.get(tableNumber), pairsBefore.get(tableNumber)) }))
    .sort((a, b) => (a.tableNumber ?? last) - (b.tableNumber ?? last))
}

/** Returns the dishes that were sold most, at most `REPORT_DISHES`. */
function dishesOf(sums: Sums, before: Sums): ReportPart['dishes'] {
  const soldBefore = new Map(before.dishes.map(([, key, , , quantity, revenue]) => [key, [quantity, revenue] as const]))
  return sums.dishes
    .map(([, key, name, nameRo, quantity, revenue, partQuantity, partRevenue]) => {
      const [quantityBefore, revenueBefore] = soldBefore.get(key) ?? [0, 0]
      return { name, nameRo, quantity, revenue, quantityBefore, revenueBefore, partQuantity, partRevenue }
    })
    .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.name < b.name ? -1 : 1))
    .slice(0, REPORT_DISHES)
}

const DAY_MS = 24 * 60 * 60_000

/** Consecutive business days, both YYYY-MM-DD. */
export interface DayRange {
  from: string
  to: string
}

export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

export function eachDay(days: DayRange): string[] {
  const first = Date.parse(days.from)
  return Array.from({ length: countDays(days) }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10))
}

/** No time zone changes its clock twice within so many days. */
const STEP = 7

/** Returns when each of these business days begins, in milliseconds; the last element is when the last one ends. */
export function startsOf(days: DayRange, dayStart: string, timeZone: string): number[] {
  const length = countDays(days)
  const startOf = (n: number) => startOfBusinessDay(addDays(days.from, n), dayStart, timeZone).getTime()
  const starts = [startOf(0)]
  for (let n = 0; n < length; n += STEP) {
    const next = Math.min(n + STEP, length)
    const [first = 0, last] = [starts[n], startOf(next)]
    // Computing each day's start with the time zone would block the event loop for thousands of days.
    const isEven = last - first === (next - n) * DAY_MS
    for (let i = n + 1; i <= next; i++) starts[i] = isEven ? first + (i - n) * DAY_MS : startOf(i)
  }
  return starts
}

/** The starts of the days that have begun by a moment, the first one at least, and that moment as the end. */
export function startsUntil(starts: readonly number[], until: Date): number[] {
  const begun = starts.slice(0, -1).filter((start, i) => i === 0 || start <= until.getTime())
  return [...begun, until.getTime()]
}
