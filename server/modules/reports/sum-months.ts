import { type Database, inTransaction } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { forEachInSequence } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { boundsOf, type DayRange, firstOfNextMonth, slotsOf, splitByMonth } from './days.ts'
import {
  findOrderRange,
  findStoredMonths,
  listStoredMonths,
  lockMonths,
  type MonthBounds,
  monthKey,
  readSums,
  storeMonth,
} from './repo.ts'

/** A month is summed this long after its end. From then on, a change of its orders removes the sums (0000_first.sql). */
const MONTH_SETTLE_MS = 3 * 24 * 60 * 60 * 1000

/** If a start has at least this many months to sum, the log says why it takes longer. */
const MONTHS_TO_LOG = 12

/**
 * Stores the sums of past months that have none, each in its own transaction.
 * @param maxMs after this time, the remaining months are left for the next call
 */
export async function sumMonths(
  db: Database,
  timeZone: string,
  log: Log,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const began = performance.now()
  const orderRange = await findOrderRange(db)
  if (!orderRange) return
  const { businessDayStart: dayStart } = await readSettings(db)
  // An order after midnight may belong to the business day before.
  const from = `${addDays(localTime(orderRange.first, timeZone).day, -1).slice(0, 7)}-01`
  const next = firstOfNextMonth(localTime(orderRange.last, timeZone).day)
  const stored = new Set((await listStoredMonths(db)).map(monthKey))
  const missing = new Map<string, MonthBounds & { days: DayRange }>()
  for (const piece of splitByMonth(from, addDays(next, -1))) {
    if (piece.wholeMonth === undefined) continue
    const month = { month: piece.wholeMonth, ...boundsOf(piece, { dayStart, timeZone }), dayStart, timeZone }
    if (!stored.has(monthKey(month))) missing.set(month.month, { ...month, days: piece })
  }
  const sum = (name: string) => {
    const entry = missing.get(name)
    if (!entry || performance.now() - began > maxMs) return Promise.resolve()
    const { days, ...month } = entry
    return inTransaction(db, async (tx) => {
      const now = await lockMonths(tx)
      // Another instance may already have stored it.
      if (now.getTime() < month.endsAt.getTime() + MONTH_SETTLE_MS || (await findStoredMonths(tx, [month])).size > 0)
        return
      await storeMonth(tx, month, await readSums(tx, slotsOf(days, month), month.endsAt))
    })
  }
  if (missing.size >= MONTHS_TO_LOG) log.info(`adding up the orders of ${missing.size} months for the reports, once`)
  await forEachInSequence([...missing.keys()], log, sum)
}
