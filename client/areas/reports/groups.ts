import type { ReportPart } from '#shared/contracts/reports.ts'
import { addDays, weekdayOf } from '#shared/domain/time/local-time.ts'

export type Granularity = 'day' | 'week' | 'month'

/** The longest period, in days, that is shown by day. */
const MAX_DAYS_BY_DAY = 92
/** The longest period, in days, that is shown by week. */
const MAX_DAYS_BY_WEEK = 732

/**
 * The sums of consecutive business days, shown as one bar, and of as many days of the period before; in minor units.
 */
export interface DayGroup {
  /** YYYY-MM-DD */
  first: string
  last: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

/** The granularity of the bars for a period of this many days, so that there are not too many to distinguish. */
export function granularityOf(days: number): Granularity {
  if (days <= MAX_DAYS_BY_DAY) return 'day'
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
}

/** Groups the days of a report. Days of the period before are matched by their position in it, not by date. */
export function groupDays({ days, daysBefore }: Pick<ReportPart, 'days' | 'daysBefore'>): DayGroup[] {
  const granularity = granularityOf(days.length)
  const groups: DayGroup[] = []
  let key = ''
  days.forEach(({ day, orders, revenue }, index) => {
    if (keyOf(day, granularity) !== key) {
      key = keyOf(day, granularity)
      groups.push({ first: day, last: day, orders: 0, revenue: 0, ordersBefore: 0, revenueBefore: 0 })
    }
    const group = groups.at(-1) as DayGroup
    group.last = day
    group.orders += orders
    group.revenue += revenue
    group.ordersBefore += daysBefore[index]?.orders ?? 0
    group.revenueBefore += daysBefore[index]?.revenue ?? 0
  })
  return groups
}

function keyOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day
  return granularity === 'month' ? day.slice(0, 7) : addDays(day, 1 - weekdayOf(day))
}
