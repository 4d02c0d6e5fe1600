import { REPORT_DISHES, type Report, type ReportFigures, type ReportPart } from '#shared/contracts/reports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { ORDERED_DINING_OPTIONS } from '#shared/domain/orders/dining.ts'
import { eachDay } from './days.ts'
import { dishKey } from './dishes.ts'
import { type Pair, READY_STEP_S, type SoldDish, type Sums, totalOf } from './sums.ts'

/** The lower bound of each row of the times to ready, in minutes. */
export const READY_ROW_MINUTES = [0, 5, 10, 15, 20, 30, 45, 60, 90]

export interface PartSource {
  sums: Sums
  /** The sums of the period before. */
  before: Sums
  periods: Omit<Report, 'parts'>
  /** Ids of all dishes that exist. */
  dishIds: ReadonlySet<number>
}

/** The part of a report in one currency. */
export function partOf(currency: Currency, { sums, before, periods, dishIds }: PartSource): ReportPart {
  const { from, to, beforeFrom, beforeTo } = periods
  return {
    currency,
    figures: figuresOf(sums),
    figuresBefore: figuresOf(before),
    days: eachDay(from, to).map((day) => ({ day, ...pairFields(sums.days[day]) })),
    daysBefore: eachDay(beforeFrom, beforeTo).map((day) => ({ day, ...pairFields(before.days[day]) })),
    dishes: dishesOf(sums.dishes, before.dishes, dishIds),
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
      const { name, nameRo, quantity, revenue } = dish
      const { quantity: quantityBefore = 0, revenue: revenueBefore = 0 } = beforeByKey.get(dishKey(dish, dishIds)) ?? {}
      return { name, nameRo, quantity, revenue, quantityBefore, revenueBefore }
    })
    .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.name < b.name ? -1 : 1))
    .slice(0, REPORT_DISHES)
}
