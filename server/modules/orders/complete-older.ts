import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { announceLeft } from '#server/modules/fiscal/index.ts'
import { freeIfUnused } from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import type { ChangingUser } from './change.ts'
import { completeLocked, countOpenBefore, dueOfOpenBefore, hasPayments, lockOpenBefore, ORDERS_TOPIC } from './repo.ts'

/** The number of orders per transaction: each stays locked until its batch is committed. */
const BATCH_SIZE = 500

export interface OldOrdersCutoff {
  /** Completes only open orders that were placed before this moment. */
  before: Date
  now: Date
  timeZone: string
  /** Completes unpaid orders too, and those with money to be given back. */
  withoutPayment?: boolean | undefined
}

/** Refuses a moment within the current business day. */
export async function countOldOpenOrders(db: Database, cutoff: OldOrdersCutoff): Promise<number> {
  await refuseCurrentDay(db, cutoff)
  return countOpenBefore(db, cutoff.before)
}

/**
 * Completes the open orders of earlier business days in batches. If a batch fails, those before it stay completed, and
 * another call continues. Completed orders count for customers as open ones do, so no figure changes.
 */
export async function completeOldOpenOrders(db: Database, cutoff: OldOrdersCutoff, by: ChangingUser): Promise<number> {
  await refuseCurrentDay(db, cutoff)
  const { before, now, withoutPayment = false } = cutoff
  const keepsDue = await hasPayments(db)
  const owing = keepsDue && !withoutPayment ? await dueOfOpenBefore(db, before) : null
  if (owing !== null) throw new AppError('unpaid', { due: owing })
  for (let completed = 0; ; ) {
    const count = await inTransaction(db, (tx) => completeBatch(tx, before, keepsDue, { by, now }))
    if (count === 0) return completed
    completed += count
  }
}

async function completeBatch(tx: Tx, before: Date, keepsDue: boolean, { by, now }: { by: ChangingUser; now: Date }) {
  const locked = await lockOpenBefore(tx, before, BATCH_SIZE)
  if (locked.length === 0) return 0
  const ids = locked.map(({ id }) => id)
  await completeLocked(tx, ids, keepsDue, { by, now })
  const tables = new Set(locked.flatMap(({ tableId }) => tableId ?? []))
  for (const tableId of [...tables].sort((a, b) => a - b)) await freeIfUnused(tx, tableId, now)
  await announceChange(tx, { topic: ORDERS_TOPIC })
  await announceLeft(tx, ids)
  return locked.length
}

async function refuseCurrentDay(db: Database, { before, now, timeZone }: OldOrdersCutoff): Promise<void> {
  const { businessDayStart: startsAt } = await readSettings(db)
  if (before > businessDayStart(now, startsAt, timeZone)) throw new AppError('day_not_over')
}
