import type { ReportPart } from '#shared/contracts/reports.ts'
import { addDays, weekdayOf } from '#shared/domain/local-time.ts'

export type BarStep = 'day' | 'week' | 'month'

/** With more days than these, bars are weeks; with more than those, months. */
const MAX_DAYS = 92
const MAX_DAYS_IN_WEEKS = 732

/** Neighbouring business days as one bar, and as many days of the period before. */
export interface DayGroup {
  /** YYYY-MM-DD */
  first: string
  last: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

/** What one bar stands for in a period of so many days: more bars than the eye can part say nothing. */
export function stepOf(days: number): BarStep {
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_DAYS_IN_WEEKS ? 'week' : 'month'
}

/** The days of a report as bars. The days before are told apart by their place in the period, not by their calendar. */
export function groupDays({ days, daysBefore }: Pick<ReportPart, 'days' | 'daysBefore'>): DayGroup[] {
  const step = stepOf(days.length)
  const groups: DayGroup[] = []
  let key = ''
  days.forEach(({ day, orders, revenue }, index) => {
    if (keyOf(day, step) !== key) {
      key = keyOf(day, step)
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

function keyOf(day: string, step: BarStep): string {
  if (step === 'day') return day
  return step === 'month' ? day.slice(0, 7) : addDays(day, 1 - weekdayOf(day))
}
