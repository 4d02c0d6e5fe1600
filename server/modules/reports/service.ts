import { type Database, inTransaction, type Reader } from '#server/db/index.ts'
import { readTaken } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import { workThread } from '#server/platform/limits/work-thread.ts'
import type { Log } from '#server/platform/log.ts'
import type { ReportFile } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import {
  type BusinessDaySettings,
  boundsOf,
  countDays,
  type DayRange,
  firstOfNextMonth,
  slotsOf,
  splitByMonth,
} from './days.ts'
import type { MonthBounds } from './repo.ts'
import * as repo from './repo.ts'
import type { PieceSums, ReportSource } from './report.ts'

/** What the report of some days is made of, and of as many before (docs/product/reports.md#reports-days). */
export async function readReportSource(
  db: Reader,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<ReportSource> {
  const { businessDayStart: dayStart, currency, payments } = await readSettings(db)
  const daySettings = { dayStart, timeZone }
  const periods = { from, to, beforeFrom: addDays(from, -countDays(from, to)), beforeTo: addDays(from, -1) }
  const dishIds = await repo.listDishIds(db)
  const sums = await readPieces(db, { from, to }, daySettings)
  const before = await readPieces(db, { from: periods.beforeFrom, to: periods.beforeTo }, daySettings)
  const takenOn = (days: DayRange) => {
    const { startsAt, endsAt } = boundsOf(days, daySettings)
    return payments ? readTaken(db, startsAt, endsAt) : null
  }
  const taken = await takenOn({ from, to })
  const takenBefore = await takenOn({ from: periods.beforeFrom, to: periods.beforeTo })
  return { periods, currency, dishIds, sums, before, taken, takenBefore }
}

/** Months read in one query: fewer queries than one per month, and short enough not to delay orders. */
const MONTH_BATCH_SIZE = 12

/** The sums of some days: those of past months as stored, and those of all other days from their orders. */
async function readPieces(db: Reader, days: DayRange, daySettings: BusinessDaySettings): Promise<PieceSums[]> {
  const orderRange = await repo.findOrderRange(db)
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
    const stored = await repo.findStoredMonths(db, months)
    for (const { piece, endsAt } of batch)
      sums.push(stored.get(piece.wholeMonth ?? '') ?? (await repo.readSums(db, slotsOf(piece, daySettings), endsAt)))
  }
  return sums
}

export type ReportJob =
  | { task: 'report'; source: ReportSource }
  | { task: 'file'; report: Uint8Array; part: ReportFile; language: Language }

/**
 * A report over ten years takes a tenth of a second, with the start of the worker half a second. On a busy machine the
 * worker, whose priority is low, takes a hundred times as long; a page that asks again shares the report.
 */
const RENDER_TIMEOUT_MS = 60_000

const run = workThread<ReportJob, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: RENDER_TIMEOUT_MS,
  // The routes make one report at a time, and limit how many wait.
  maxWaiting: Number.POSITIVE_INFINITY,
  queue: 'report_files',
})

export function renderReport(source: ReportSource): Promise<Uint8Array> {
  return run({ task: 'report', source })
}

export function renderFile(report: Uint8Array, part: ReportFile, language: Language): Promise<Uint8Array> {
  return run({ task: 'file', report, part, language })
}

/** A month is summed this long after its end. From then on, a change of its orders removes the sums (0000_first.sql). */
const MONTH_SETTLE_MS = 3 * 24 * 60 * 60 * 1000

/** If a start has at least this many months to sum, the log says why it takes longer. */
const MONTHS_TO_LOG = 12

/** Each in its own transaction. @param maxMs after this time, the rest is left for the next call */
export async function sumMonths(
  db: Database,
  timeZone: string,
  log: Log,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const began = performance.now()
  const orderRange = await repo.findOrderRange(db)
  if (!orderRange) return
  const { businessDayStart: dayStart } = await readSettings(db)
  // An order after midnight may belong to the business day before.
  const from = `${addDays(localTime(orderRange.first, timeZone).day, -1).slice(0, 7)}-01`
  const next = firstOfNextMonth(localTime(orderRange.last, timeZone).day)
  const stored = new Set((await repo.listStoredMonths(db)).map(repo.monthKey))
  const missing = new Map<string, MonthBounds & { days: DayRange }>()
  for (const piece of splitByMonth(from, addDays(next, -1))) {
    if (piece.wholeMonth === undefined) continue
    const month = { month: piece.wholeMonth, ...boundsOf(piece, { dayStart, timeZone }), dayStart, timeZone }
    if (!stored.has(repo.monthKey(month))) missing.set(month.month, { ...month, days: piece })
  }
  const sum = (name: string) => {
    const entry = missing.get(name)
    if (!entry || performance.now() - began > maxMs) return Promise.resolve()
    const { days, ...month } = entry
    return inTransaction(db, async (tx) => {
      const now = await repo.lockMonths(tx)
      // Another instance may already have stored it.
      if (
        now.getTime() < month.endsAt.getTime() + MONTH_SETTLE_MS ||
        (await repo.findStoredMonths(tx, [month])).size > 0
      )
        return
      await repo.storeMonth(tx, month, await repo.readSums(tx, slotsOf(days, month), month.endsAt))
    })
  }
  if (missing.size >= MONTHS_TO_LOG) log.info(`adding up the orders of ${missing.size} months for the reports, once`)
  await forEachInSequence([...missing.keys()], log, sum)
}
