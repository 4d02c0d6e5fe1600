import { type Database, inTransaction } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { forEachAlone } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { addDays, localTime } from '#shared/domain/local-time.ts'
import { boundsOf, byMonths, type Days, firstOfNextMonth, slotsOf } from './days.ts'
import {
  boundsName,
  findMonths,
  findOrderedBetween,
  listMonths,
  lockMonths,
  type Month,
  readSums,
  storeMonth,
} from './repo.ts'

/** From so long after its end a month is summed: a change of its orders then removes the sums (triggers.sql). */
const SETTLES_MS = 3 * 24 * 60 * 60 * 1000

/** Sums the months that are over and not summed yet, each in a transaction of its own. */
export async function sumMonths(db: Database, timeZone: string, log: Log): Promise<void> {
  const ordered = await findOrderedBetween(db)
  if (!ordered) return
  const { businessDayStart: dayStart } = await readSettings(db)
  // An order after midnight may be of the day before.
  const from = `${addDays(localTime(ordered.first, timeZone).day, -1).slice(0, 7)}-01`
  const next = firstOfNextMonth(localTime(ordered.last, timeZone).day)
  const kept = new Set((await listMonths(db)).map(boundsName))
  const missing = new Map<string, Month & { days: Days }>()
  for (const piece of byMonths(from, addDays(next, -1))) {
    if (piece.wholeMonth === undefined) continue
    const month = { month: piece.wholeMonth, ...boundsOf(piece, { dayStart, timeZone }), dayStart, timeZone }
    if (!kept.has(boundsName(month))) missing.set(month.month, { ...month, days: piece })
  }
  const sum = (name: string) => {
    const found = missing.get(name)
    if (!found) return Promise.resolve()
    const { days, ...month } = found
    return inTransaction(db, async (tx) => {
      const now = await lockMonths(tx)
      // Another instance may have been quicker.
      if (now.getTime() < month.endsAt.getTime() + SETTLES_MS || (await findMonths(tx, [month])).size > 0) return
      await storeMonth(tx, month, await readSums(tx, slotsOf(days, month), month.endsAt))
    })
  }
  await forEachAlone([...missing.keys()], log, sum)
}
