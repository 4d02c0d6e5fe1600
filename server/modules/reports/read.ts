import type { Reader } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { type BusinessDaySettings, boundsOf, countDays, type DayRange, slotsOf, splitByMonth } from './days.ts'
import type { PieceSums, ReportSource } from './make-report.ts'
import { findOrderRange, findStoredMonths, listDishIds, readSums } from './repo.ts'

/**
 * Reads what the report of some business days is made of, and of as many days before
 * (docs/product/reports.md#reports-days).
 */
export async function readReportSource(
  db: Reader,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<ReportSource> {
  const { businessDayStart: dayStart, currency } = await readSettings(db)
  const daySettings = { dayStart, timeZone }
  const periods = { from, to, beforeFrom: addDays(from, -countDays(from, to)), beforeTo: addDays(from, -1) }
  const dishIds = await listDishIds(db)
  const sums = await readPieces(db, { from, to }, daySettings)
  const before = await readPieces(db, { from: periods.beforeFrom, to: periods.beforeTo }, daySettings)
  return { periods, currency, dishIds, sums, before }
}

/** Months read in one query: fewer queries than one per month, and short enough not to delay orders. */
const MONTH_BATCH_SIZE = 12

/** The sums of some days: those of past months as stored, and those of all other days from their orders. */
async function readPieces(db: Reader, days: DayRange, daySettings: BusinessDaySettings): Promise<PieceSums[]> {
  const orderRange = await findOrderRange(db)
  if (!orderRange) return []
  // An order after midnight may belong to the business day before.
  const first = addDays(localTime(orderRange.first, daySettings.timeZone).day, -1)
  const last = localTime(orderRange.last, daySettings.timeZone).day
  const pieces = splitByMonth(days.from, days.to).filter(({ from, to }) => to >= first && from <= last)
  const sums: PieceSums[] = []
  for (let at = 0; at < pieces.length; at += MONTH_BATCH_SIZE) {
    const batch = pieces.slice(at, at + MONTH_BATCH_SIZE).map((piece) => ({ piece, ...boundsOf(piece, daySettings) }))
    const months = batch.flatMap(({ piece: { wholeMonth: month }, ...bounds }) =>
      month === undefined ? [] : [{ month, ...bounds, ...daySettings }],
    )
    const stored = await findStoredMonths(db, months)
    for (const { piece, endsAt } of batch)
      sums.push(stored.get(piece.wholeMonth ?? '') ?? (await readSums(db, slotsOf(piece, daySettings), endsAt)))
  }
  return sums
}
