import { REPORT_DISHES, type Report, type ReportFigures, type ReportPart } from '#shared/contracts/reports.ts'
import { ORDERED_DINING_OPTIONS } from '#shared/domain/dining.ts'
import type { Currency } from '#shared/domain/money.ts'
import { eachDay } from './days.ts'
import { dishKey } from './dishes.ts'
import { type Pair, READY_STEP, type SoldDish, type Sums, totalOf } from './sums.ts'

/** Where the rows of the times to ready begin, in minutes. */
export const READY_MINUTES = [0, 5, 10, 15, 20, 30, 45, 60, 90]

export interface PartOf {
  sums: Sums
  before: Sums
  periods: Omit<Report, 'parts'>
  /** Of all dishes there are. */
  dishIds: ReadonlySet<number>
}

/** A report in one currency. */
export function partOf(currency: Currency, { sums, before, periods, dishIds }: PartOf): ReportPart {
  const { from, to, beforeFrom, beforeTo } = periods
  return {
    currency,
    figures: figuresOf(sums),
    figuresBefore: figuresOf(before),
    days: eachDay(from, to).map((day) => ({ day, ...named(sums.days[day]) })),
    daysBefore: eachDay(beforeFrom, beforeTo).map((day) => ({ day, ...named(before.days[day]) })),
    dishes: dishesOf(sums.dishes, before.dishes, dishIds),
    hours: hoursOf(sums.hours),
    dining: ORDERED_DINING_OPTIONS.map((diningOption) => ({
      diningOption,
      ...beside(sums.dining[diningOption], before.dining[diningOption]),
    })),
    tables: tablesOf(sums.tables, before.tables),
    ready: readyOf(sums.ready, before.ready),
  }
}

const named = ([orders, revenue]: Pair = [0, 0]) => ({ orders, revenue })

const beside = (pair: Pair | undefined, [ordersBefore, revenueBefore]: Pair = [0, 0]) => ({
  ...named(pair),
  ordersBefore,
  revenueBefore,
})

function figuresOf(sums: Sums): ReportFigures {
  const [orders, revenue] = totalOf(sums.days)
  const [cancelledOrders, cancelledAmount] = sums.cancelled
  const [takenOffQuantity, takenOffAmount] = sums.takenOff
  const steps = stepsOf(sums.ready)
  return {
    orders,
    revenue,
    averageOrderValue: orders === 0 ? 0 : Math.round(revenue / orders),
    cancelledOrders,
    cancelledAmount,
    takenOffQuantity,
    takenOffAmount,
    readyOrders: steps.reduce((all, { orders: some }) => all + some, 0),
    readyMedian: readyWithin(steps, 0.5),
    readySlow: readyWithin(steps, 0.9),
  }
}

interface Step {
  seconds: number
  orders: number
}

function stepsOf(ready: Sums['ready']): Step[] {
  const steps = Object.entries(ready).map(([seconds, orders]) => ({ seconds: Number(seconds), orders }))
  return steps.sort((a, b) => a.seconds - b.seconds)
}

/** The end of the step within which a share of the orders was ready; null without any. */
function readyWithin(steps: readonly Step[], share: number): number | null {
  const wanted = share * steps.reduce((all, { orders }) => all + orders, 0)
  let reached = 0
  for (const { seconds, orders } of steps) {
    reached += orders
    if (reached >= wanted) return seconds + READY_STEP
  }
  return null
}

function readyOf(ready: Sums['ready'], before: Sums['ready']): ReportPart['ready'] {
  return READY_MINUTES.map((minutes, i) => {
    const next = READY_MINUTES[i + 1] ?? Number.POSITIVE_INFINITY
    const within = (steps: Step[]) =>
      steps
        .filter(({ seconds }) => seconds >= minutes * 60 && seconds < next * 60)
        .reduce((all, { orders }) => all + orders, 0)
    return { minutes, orders: within(stepsOf(ready)), ordersBefore: within(stepsOf(before)) }
  })
}

function hoursOf(hours: Sums['hours']): ReportPart['hours'] {
  return Object.entries(hours)
    .map(([key, pair]) => {
      const [weekday = 0, hour = 0] = key.split(' ').map(Number)
      return { weekday, hour, ...named(pair) }
    })
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

function tablesOf(tables: Sums['tables'], before: Sums['tables']): ReportPart['tables'] {
  const last = Number.POSITIVE_INFINITY
  return [...new Set([...Object.keys(tables), ...Object.keys(before)])]
    .map((key) => ({ tableNumber: key === '' ? null : Number(key), ...beside(tables[key], before[key]) }))
    .sort((a, b) => (a.tableNumber ?? last) - (b.tableNumber ?? last))
}

/** The dishes sold most, each of which is there once. */
function dishesOf(sold: SoldDish[], before: SoldDish[], dishIds: ReadonlySet<number>): ReportPart['dishes'] {
  const earlier = new Map(before.map((dish) => [dishKey(dish, dishIds), dish]))
  return sold
    .map((dish) => {
      const { name, nameRo, quantity, revenue } = dish
      const { quantity: quantityBefore = 0, revenue: revenueBefore = 0 } = earlier.get(dishKey(dish, dishIds)) ?? {}
      return { name, nameRo, quantity, revenue, quantityBefore, revenueBefore }
    })
    .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.name < b.name ? -1 : 1))
    .slice(0, REPORT_DISHES)
}
