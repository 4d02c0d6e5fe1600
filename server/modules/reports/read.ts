import { setImmediate } from 'node:timers/promises'
import type { Reader } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Report, ReportPart } from '#shared/contracts/reports.ts'
import { addDays, localTime } from '#shared/domain/local-time.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { boundsOf, byMonths, countDays, type DayClock, type Days, slotsOf } from './days.ts'
import { joinedDishes } from './dishes.ts'
import { partOf } from './part.ts'
import { findMonths, findOrderedBetween, listDishIds, readSums } from './repo.ts'
import { addSums, noSums, type SumsByCurrency } from './sums.ts'

/** What was sold from one business day to another, and in as many days before (docs/product.md#reports-days). */
export async function readReport(
  db: Reader,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<Report> {
  const { businessDayStart: dayStart, currency } = await readSettings(db)
  const clock = { dayStart, timeZone }
  const periods = { from, to, beforeFrom: addDays(from, -countDays(from, to)), beforeTo: addDays(from, -1) }
  const dishIds = await listDishIds(db)
  const sums = await sumsOfDays(db, { from, to }, { clock, dishIds })
  const before = await sumsOfDays(db, { from: periods.beforeFrom, to: periods.beforeTo }, { clock, dishIds })
  const found = CURRENCIES.filter((one) => one === currency || sums[one] || before[one])
  const ordered = found.filter((one) => sums[one] || before[one])
  const shown = (ordered.length > 0 ? ordered : found).sort((a, b) => Number(b === currency) - Number(a === currency))
  const parts: ReportPart[] = []
  for (const one of shown) {
    // Orders are answered meanwhile.
    await setImmediate()
    parts.push(partOf(one, { sums: sums[one] ?? noSums(), before: before[one] ?? noSums(), periods, dishIds }))
  }
  await setImmediate()
  return { ...periods, parts }
}

/** So many months are asked for at once: each is a question less, and all of them at once would hold up orders. */
const MONTHS_AT_ONCE = 12

interface ReadBy {
  clock: DayClock
  /** Of all dishes there are. */
  dishIds: ReadonlySet<number>
}

/** Months that are over are read from what is kept of them; the orders of all other days are read. */
async function sumsOfDays(db: Reader, days: Days, { clock, dishIds }: ReadBy): Promise<SumsByCurrency> {
  const all: SumsByCurrency = {}
  const ordered = await findOrderedBetween(db)
  if (!ordered) return all
  // An order after midnight may be of the day before.
  const first = addDays(localTime(ordered.first, clock.timeZone).day, -1)
  const last = localTime(ordered.last, clock.timeZone).day
  const pieces = byMonths(days.from, days.to).filter(({ from, to }) => to >= first && from <= last)
  for (let at = 0; at < pieces.length; at += MONTHS_AT_ONCE) {
    const some = pieces.slice(at, at + MONTHS_AT_ONCE).map((piece) => ({ piece, ...boundsOf(piece, clock) }))
    const months = some.flatMap(({ piece: { wholeMonth: month }, ...bounds }) =>
      month === undefined ? [] : [{ month, ...bounds, ...clock }],
    )
    const kept = await findMonths(db, months)
    for (const { piece, endsAt } of some) {
      const sums = kept.get(piece.wholeMonth ?? '') ?? (await readSums(db, slotsOf(piece, clock), endsAt))
      for (const currency of CURRENCIES) {
        const more = sums[currency]
        if (!more) continue
        all[currency] ??= noSums()
        addSums(all[currency], more)
      }
    }
    for (const sums of Object.values(all)) sums.dishes = joinedDishes(sums.dishes, dishIds)
  }
  return all
}
