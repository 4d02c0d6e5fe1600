import { setImmediate } from 'node:timers/promises'
import type { Reader } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Report, ReportPart } from '#shared/contracts/reports.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { type BusinessDaySettings, boundsOf, countDays, type DayRange, slotsOf, splitByMonth } from './days.ts'
import { mergeDishes } from './dishes.ts'
import { partOf } from './part.ts'
import { findOrderRange, findStoredMonths, listDishIds, readSums } from './repo.ts'
import { addSums, emptySums, type SumsByCurrency } from './sums.ts'

/** The sales from one business day to another, and of as many days before (docs/product/reports.md#reports-days). */
export async function readReport(
  db: Reader,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<Report> {
  const { businessDayStart: dayStart, currency } = await readSettings(db)
  const daySettings = { dayStart, timeZone }
  const periods = { from, to, beforeFrom: addDays(from, -countDays(from, to)), beforeTo: addDays(from, -1) }
  const dishIds = await listDishIds(db)
  const sums = await readSumsOfDays(db, { from, to }, { daySettings, dishIds })
  const before = await readSumsOfDays(db, { from: periods.beforeFrom, to: periods.beforeTo }, { daySettings, dishIds })
  const usedCurrencies = CURRENCIES.filter((candidate) => sums[candidate] || before[candidate])
  const shownCurrencies = usedCurrencies.length > 0 ? usedCurrencies : [currency]
  shownCurrencies.sort((a, b) => Number(b === currency) - Number(a === currency))
  const parts: ReportPart[] = []
  for (const partCurrency of shownCurrencies) {
    // Yields to orders between the parts.
    await setImmediate()
    const [current, periodBefore] = [sums[partCurrency] ?? emptySums(), before[partCurrency] ?? emptySums()]
    parts.push(partOf(partCurrency, { sums: current, before: periodBefore, periods, dishIds }))
  }
  await setImmediate()
  return { ...periods, parts }
}

/** Months read in one query: fewer queries than one per month, and short enough not to delay orders. */
const MONTH_BATCH_SIZE = 12

interface ReadOptions {
  daySettings: BusinessDaySettings
  /** Ids of all dishes that exist. */
  dishIds: ReadonlySet<number>
}

/** The sums of some days: from the stored sums of past months, and from the orders of all other days. */
async function readSumsOfDays(
  db: Reader,
  days: DayRange,
  { daySettings, dishIds }: ReadOptions,
): Promise<SumsByCurrency> {
  const totals: SumsByCurrency = {}
  const orderRange = await findOrderRange(db)
  if (!orderRange) return totals
  // An order after midnight may belong to the business day before.
  const first = addDays(localTime(orderRange.first, daySettings.timeZone).day, -1)
  const last = localTime(orderRange.last, daySettings.timeZone).day
  const pieces = splitByMonth(days.from, days.to).filter(({ from, to }) => to >= first && from <= last)
  for (let at = 0; at < pieces.length; at += MONTH_BATCH_SIZE) {
    const batch = pieces.slice(at, at + MONTH_BATCH_SIZE).map((piece) => ({ piece, ...boundsOf(piece, daySettings) }))
    const months = batch.flatMap(({ piece: { wholeMonth: month }, ...bounds }) =>
      month === undefined ? [] : [{ month, ...bounds, ...daySettings }],
    )
    const stored = await findStoredMonths(db, months)
    for (const { piece, endsAt } of batch) {
      const sums = stored.get(piece.wholeMonth ?? '') ?? (await readSums(db, slotsOf(piece, daySettings), endsAt))
      for (const currency of CURRENCIES) {
        const added = sums[currency]
        if (!added) continue
        totals[currency] ??= emptySums()
        addSums(totals[currency], added)
      }
    }
    for (const sums of Object.values(totals)) sums.dishes = mergeDishes(sums.dishes, dishIds)
  }
  return totals
}
