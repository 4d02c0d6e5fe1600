import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { freeWhenDone } from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { businessDayStart } from '#shared/domain/business-day.ts'
import { ORDERS_TOPIC } from '../topic.ts'
import type { Changer } from './change.ts'
import { completeLocked, countOlder, lockOpen, olderIds } from './older-repo.ts'

/** The most orders that are locked at once, so that nobody waits long for one of them. */
const STEP = 500

export interface Older {
  /** Only open orders that were placed before this moment count. */
  before: Date
  now: Date
  /** The restaurant's. */
  timeZone: string
}

/**
 * Counts the open orders of earlier days.
 * @throws AppError `day_not_over` for a moment of this business day
 */
export async function countOlderOpen(db: Database, older: Older): Promise<number> {
  await refuseToday(db, older)
  return countOlder(db, older.before)
}

/**
 * Completes the open orders of earlier days in steps. When a step fails, those before it stay done, and another call
 * goes on. A completed order counts for its customer as an open one does, so no figure changes.
 * @returns how many
 * @throws AppError `day_not_over` for a moment of this business day
 */
export async function completeOlderOpen(db: Database, older: Older, by: Changer): Promise<number> {
  await refuseToday(db, older)
  const { before, now } = older
  let completed = 0
  for (let after = 0; ; ) {
    const ids = await olderIds(db, before, after, STEP)
    const last = ids.at(-1)
    if (last === undefined) return completed
    completed += await inTransaction(db, (tx) => completeStep(tx, ids, by, now))
    after = last
  }
}

async function completeStep(tx: Tx, ids: number[], by: Changer, now: Date): Promise<number> {
  // Some may have been closed since they were found.
  const locked = await lockOpen(tx, ids)
  if (locked.length === 0) return 0
  await completeLocked(
    tx,
    locked.map(({ id }) => id),
    by,
    now,
  )
  const tables = new Set(locked.flatMap(({ tableId }) => tableId ?? []))
  for (const tableId of [...tables].sort((a, b) => a - b)) await freeWhenDone(tx, tableId, now)
  await announceChange(tx, { topic: ORDERS_TOPIC })
  return locked.length
}

async function refuseToday(db: Database, { before, now, timeZone }: Older): Promise<void> {
  const { businessDayStart: startsAt } = await readSettings(db)
  if (before > businessDayStart(now, startsAt, timeZone)) throw new AppError('day_not_over')
}
