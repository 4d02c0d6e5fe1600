import type { Report, ReportFigures, ReportPart } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { daysOf, type Period } from './period-picker.tsx'

/** Figures for tests; each test passes only the fields that matter to it. */
export const sampleFigures = (fields: Partial<ReportFigures> = {}): ReportFigures => ({
  orders: 100,
  revenue: 1_200_000,
  taken: null,
  averageOrderValue: 12_000,
  cancelledOrders: 3,
  cancelledAmount: 24_050,
  takenOffQuantity: 5,
  takenOffAmount: 9_900,
  readyOrders: 90,
  readyMedian: 720,
  readySlow: 1_500,
  ...fields,
})

/** The part of a report in one currency, with orders on each day. */
export function samplePart({ from, to }: Period, fields: Partial<ReportPart> = {}): ReportPart {
  const days = (first: string) =>
    Array.from({ length: daysOf({ from, to }) }, (_, i) => ({
      day: addDays(first, i),
      orders: 10 + i,
      revenue: 100_000 + i * 1000,
    }))
  return {
    currency: 'lei',
    figures: sampleFigures(),
    figuresBefore: sampleFigures({ orders: 80, revenue: 1_000_000, cancelledOrders: 0, readyMedian: 900 }),
    days: days(from),
    daysBefore: days(addDays(from, -daysOf({ from, to }))),
    dishes: [
      {
        name: 'Sour soup',
        nameRo: 'Ciorbă',
        quantity: 40,
        revenue: 114_000,
        quantityBefore: 30,
        revenueBefore: 85_500,
        partQuantity: 35,
        partRevenue: 0,
      },
      {
        name: 'Pie',
        nameRo: '',
        quantity: 12,
        revenue: 24_000,
        quantityBefore: 0,
        revenueBefore: 0,
        partQuantity: 0,
        partRevenue: 0,
      },
    ],
    options: [
      { group: 'Size', groupRo: 'Mărime', name: 'Large', nameRo: 'Mare', quantity: 9, revenue: 8_100 },
      { group: '', groupRo: '', name: 'Deposit', nameRo: 'Garanție', quantity: 4, revenue: 200 },
    ],
    hours: [
      { weekday: 5, hour: 19, orders: 42, revenue: 500_000 },
      { weekday: 5, hour: 1, orders: 3, revenue: 30_000 },
      { weekday: 1, hour: 12, orders: 8, revenue: 90_000 },
    ],
    dining: [
      { diningOption: 'dine-in', orders: 70, revenue: 900_000, ordersBefore: 60, revenueBefore: 800_000 },
      { diningOption: 'takeaway', orders: 30, revenue: 300_000, ordersBefore: 20, revenueBefore: 200_000 },
    ],
    tables: [
      { tableNumber: 4, orders: 50, revenue: 700_000, ordersBefore: 40, revenueBefore: 600_000 },
      { tableNumber: null, orders: 20, revenue: 200_000, ordersBefore: 20, revenueBefore: 200_000 },
    ],
    users: [
      { username: 'mihai', cancelledOrders: 2, cancelledAmount: 20_000, takenOffQuantity: 5, takenOffAmount: 9_900 },
      { username: null, cancelledOrders: 1, cancelledAmount: 4_050, takenOffQuantity: 0, takenOffAmount: 0 },
    ],
    ready: [
      { minutes: 0, orders: 10, ordersBefore: 5 },
      { minutes: 10, orders: 60, ordersBefore: 40 },
      { minutes: 20, orders: 20, ordersBefore: 20 },
    ],
    ...fields,
  }
}

/** A report for tests, with the period before of the same length. */
export function sampleReport(period: Period, parts: ReportPart[] = [samplePart(period)]): Report {
  const periodBefore = { beforeFrom: addDays(period.from, -daysOf(period)), beforeTo: addDays(period.from, -1) }
  return { ...period, ...periodBefore, parts }
}
