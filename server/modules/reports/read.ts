import type { Reader } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Report } from '#shared/contracts/reports.ts'
import { addDays, localTime } from '#shared/domain/local-time.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { boundsOf, byMonths, countDays, type DayClock, type Days, slotsOf } from './days.ts'
import { partOf } from './part.ts'
import { findMonth, findOrderedBetween, listDishIds, readSums } from './repo.ts'
import { addSums, noSums, type SumsByCurrency } from './sums.ts'

/** What was sold from one business day to another, and in as many days before (docs/product.md#reports-days). */
export async function readReport(
  db: Reader,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<Report> {
  const { businessDayStart: dayStart, currency } = await readSettings(db)
  const clock = { dayStart, timeZone }
  const periods = { from, to, beforeFrom: addDays(from, -countDays(from, to)), beforeTo: addDays(from, -1) }
  const sums = await sumsOfDays(db, { from, to }, clock)
  const before = await sumsOfDays(db, { from: periods.beforeFrom, to: periods.beforeTo }, clock)
  const dishIds = await listDishIds(db)
  const found = CURRENCIES.filter((one) => one === currency || sums[one] || before[one])
  const ordered = found.filter((one) => sums[one] || before[one])
  const parts = (ordered.length > 0 ? ordered : found).sort((a, b) => Number(b === currency) - Number(a === currency))
  return {
    ...periods,
    parts: parts.map((one) =>
      partOf(one, { sums: sums[one] ?? noSums(), before: before[one] ?? noSums(), periods, dishIds }),
    ),
  }
}

/** Months that are over are read from what is kept of them; the orders of all other days are read. */
async function sumsOfDays(db: Reader, days: Days, clock: DayClock): Promise<SumsByCurrency> {
  const all: SumsByCurrency = {}
  const ordered = await findOrderedBetween(db)
  if (!ordered) return all
  // An order after midnight may be of the day before.
  const first = addDays(localTime(ordered.first, clock.timeZone).day, -1)
  const last = localTime(ordered.last, clock.timeZone).day
  for (const piece of byMonths(days.from, days.to)) {
    if (piece.to < first || piece.from > last) continue
    const bounds = boundsOf(piece, clock)
    const kept = piece.wholeMonth && (await findMonth(db, { month: piece.wholeMonth, ...bounds, ...clock }))
    const sums = kept || (await readSums(db, slotsOf(piece, clock), bounds.endsAt))
    for (const currency of CURRENCIES) {
      const more = sums[currency]
      if (!more) continue
      all[currency] ??= noSums()
      addSums(all[currency], more)
    }
  }
  return all
}
