import { type Database, failureKind, inTransaction } from '#server/db/index.ts'
import { countOverdueEvents, eraseOverdueEvents, listOverdueEvents } from '#server/modules/catering/index.ts'
import { readSettings, retentionAt, retentionStart } from '#server/modules/settings/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { forEachInSequence } from '#server/platform/limits/each.ts'
import type { Privacy } from '#shared/contracts/privacy.ts'
import { type RetentionCutoff, retentionCutoff } from '#shared/domain/customers/retention.ts'
import { withLockedCustomers } from '../lock.ts'
import { eraseOrders, removeCustomer } from './erase.ts'
import { lockOrders, lockSessionsOf } from './erase-repo.ts'
import {
  countOverdueCustomers,
  countOverdueOrders,
  hasOpenOrUnerasedOrder,
  listOverdueAmong,
  listOverdueCustomers,
  listOverdueOrders,
} from './overdue-repo.ts'

export type OverdueParts = Pick<AreaParts, 'db' | 'reports' | 'clock' | 'log' | 'timeZone'>

/** Ids found by one query, which reads through all rows. */
const FIND_BATCH_SIZE = 5_000
/** Rows erased in one transaction, so that nobody waits long for a lock on one of them. */
const ERASE_BATCH_SIZE = 200

/** A kind of rows that the privacy clock erases. */
interface ErasableKind {
  /** The overdue ids above `after`, lowest first. */
  find(reports: Database, cutoff: RetentionCutoff, after: number, limit: number): Promise<number[]>
  /** Erases those of the given rows that are still overdue once they are locked. */
  erase(db: Database, ids: readonly number[], cutoff: RetentionCutoff, now: Date): Promise<void>
}

const ORDERS: ErasableKind = {
  find: (reports, { moment }, after, limit) => listOverdueOrders(reports, moment, after, limit),
  erase: (db, ids, { moment }, now) =>
    inTransaction(db, async (tx) => {
      // Lock order: sessions before orders.
      await lockSessionsOf(tx, ids)
      await lockOrders(tx, ids)
      const overdue = await listOverdueAmong(tx, ids, moment)
      if (overdue.length > 0) await eraseOrders(tx, overdue, now)
    }),
}

const EVENTS: ErasableKind = {
  find: (reports, { day }, after, limit) => listOverdueEvents(reports, day, after, limit),
  erase: (db, ids, { day }, now) => inTransaction(db, (tx) => eraseOverdueEvents(tx, ids, day, now)),
}

// Runs after the orders: a customer is deleted once no order with personal data is left.
const CUSTOMERS: ErasableKind = {
  find: (reports, { moment }, after, limit) => listOverdueCustomers(reports, moment, after, limit),
  async erase(db, ids) {
    for (const id of ids) {
      await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
        const customer = customers.get(id)
        if (customer && !(await hasOpenOrUnerasedOrder(tx, orderIds))) await removeCustomer(tx, customer)
      })
    }
  },
}

/**
 * Erases personal data older than the retention time of the settings (docs/product/privacy.md#privacy-clock), in
 * batches. An interrupted run is continued by the next one; concurrent instances erase each row once.
 */
export async function eraseOverdue(parts: OverdueParts): Promise<void> {
  for (const kind of [ORDERS, EVENTS, CUSTOMERS]) await eraseAll(parts, kind)
}

async function eraseAll(
  { db, reports, clock, log, timeZone }: OverdueParts,
  { find, erase }: ErasableKind,
): Promise<void> {
  for (let after = 0; ; ) {
    const findCutoff = await currentCutoff(db, clock.now(), timeZone)
    if (!findCutoff) return
    const ids = await find(reports, findCutoff, after, FIND_BATCH_SIZE)
    const lastId = ids.at(-1)
    if (lastId === undefined) return
    after = lastId
    for (let i = 0; i < ids.length; i += ERASE_BATCH_SIZE) {
      // Read again before each batch, so that an owner who notices a mistake can stop the erasing.
      const cutoff = await currentCutoff(db, clock.now(), timeZone)
      if (!cutoff) return
      const batch = ids.slice(i, i + ERASE_BATCH_SIZE)
      const eraseIds = (batchIds: readonly number[]) => erase(db, batchIds, cutoff, clock.now())
      try {
        await eraseIds(batch)
      } catch (error) {
        // The next run tries again.
        if (failureKind(error) === 'unavailable') throw error
        // Erases one by one, so that only the rows that fail are left.
        await forEachInSequence(batch, log, (id) => eraseIds([id]))
      }
    }
  }
}

/** Data before this cutoff is erased; undefined while nothing is to be erased. */
async function currentCutoff(db: Database, now: Date, timeZone: string): Promise<RetentionCutoff | undefined> {
  const months = retentionAt(await readSettings(db), now)
  return months === null ? undefined : retentionCutoff(now, months, timeZone)
}

/**
 * The retention settings, with the number of rows that would be erased now.
 * @param previewMonths retention time to count for; that of the settings if undefined
 */
export async function readPrivacy(
  { reports, clock, timeZone }: OverdueParts,
  previewMonths: number | undefined,
): Promise<Privacy> {
  const now = clock.now()
  const settings = await readSettings(reports)
  const months = previewMonths ?? settings.retentionMonths
  const counts = months === null ? NO_OVERDUE : await countOverdue(reports, retentionCutoff(now, months, timeZone))
  const startsAt = retentionStart(settings, now)?.toISOString() ?? null
  return { retentionMonths: settings.retentionMonths, startsAt, ...counts }
}

const NO_OVERDUE = { orders: 0, events: 0, customers: 0 }

async function countOverdue(reports: Database, { day, moment }: RetentionCutoff): Promise<typeof NO_OVERDUE> {
  // One after another, because the reports pool has few connections.
  const orders = await countOverdueOrders(reports, moment)
  const events = await countOverdueEvents(reports, day)
  return { orders, events, customers: await countOverdueCustomers(reports, moment) }
}
