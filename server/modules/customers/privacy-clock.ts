import { type Database, failureKind, inTransaction, type OverdueRows } from '#server/db/index.ts'
import { eraseOverdueEvents, overdueEvents } from '#server/modules/catering/index.ts'
import { eraseReasons } from '#server/modules/payments/index.ts'
import { eraseOverdueReservations, overdueReservations } from '#server/modules/reservations/index.ts'
import { readSettings, retentionAt, retentionStart } from '#server/modules/settings/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Gate } from '#server/platform/gate.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import type { Log } from '#server/platform/log.ts'
import { type RetentionCutoff, retentionCutoff } from '#shared/domain/customers/retention.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import * as eraseRepo from './erase-repo.ts'
import { eraseOrders, removeCustomer, withLockedCustomers } from './service.ts'

export interface OverdueParts {
  db: Database
  reports: Database
  clock: Clock
  gate: Pick<Gate, 'isOpen'>
  log: Log
  timeZone: string
}

/** The number of ids per query; each query reads through all rows. */
const FIND_BATCH_SIZE = 5_000
/** The number of rows per transaction, so that nobody waits long for a lock. */
const ERASE_BATCH_SIZE = 200

interface ErasableKind {
  overdue: OverdueRows
  /** Erases the given rows that are still overdue once they are locked. */
  erase(db: Database, ids: readonly number[], cutoff: RetentionCutoff, now: Date): Promise<void>
}

/** The kinds in the order of their erasure: a customer is deleted once no order with personal data is left. */
const KINDS: Record<'orders' | 'events' | 'reservations' | 'customers', ErasableKind> = {
  orders: {
    overdue: eraseRepo.overdueOrders,
    erase: (db, ids, { moment }, now) =>
      inTransaction(db, async (tx) => {
        // Lock order: sessions before orders.
        await eraseRepo.lockSessionsOf(tx, ids)
        const overdue = await eraseRepo.lockOverdueOrders(tx, ids, moment)
        if (overdue.length > 0) await eraseOrders(tx, overdue, now)
      }),
  },
  events: {
    overdue: overdueEvents,
    erase: (db, ids, { day }, now) => inTransaction(db, (tx) => eraseOverdueEvents(tx, ids, day, now)),
  },
  reservations: {
    overdue: overdueReservations,
    erase: (db, ids, { moment }, now) => inTransaction(db, (tx) => eraseOverdueReservations(tx, ids, moment, now)),
  },
  customers: {
    overdue: eraseRepo.overdueCustomers,
    async erase(db, ids) {
      for (const id of ids) {
        await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
          const customer = customers.get(id)
          if (customer && !(await eraseRepo.hasOpenOrUnerasedOrder(tx, orderIds))) await removeCustomer(tx, customer.id)
        })
      }
    },
  },
}

/**
 * Erases personal data older than the retention time of the settings (docs/product/privacy.md#privacy-clock), in
 * batches. An interrupted run is continued by the next one; concurrent instances erase each row once.
 */
export async function eraseOverdue(parts: OverdueParts): Promise<void> {
  for (const kind of Object.values(KINDS)) await eraseAll(parts, kind)
  const cutoff = await currentCutoff(parts)
  if (cutoff) await eraseReasons(parts.db, cutoff.moment)
}

async function eraseAll(parts: OverdueParts, { overdue, erase }: ErasableKind) {
  const { db, reports, clock, log } = parts
  for (let after = 0; ; ) {
    const findCutoff = await currentCutoff(parts)
    if (!findCutoff) return
    const ids = await overdue.list(reports, findCutoff, after, FIND_BATCH_SIZE)
    const lastId = ids.at(-1)
    if (lastId === undefined) return
    after = lastId
    for (let i = 0; i < ids.length; i += ERASE_BATCH_SIZE) {
      // Read again before each batch, so that an owner who notices a mistake can stop the erasing.
      const cutoff = await currentCutoff(parts)
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
async function currentCutoff({ db, clock, gate, timeZone }: OverdueParts): Promise<RetentionCutoff | undefined> {
  const now = clock.now()
  const months = retentionAt(await readSettings(db), now)
  return months === null || !gate.isOpen() ? undefined : retentionCutoff(now, months, timeZone)
}

/** Counts the rows that would be erased now. @param previewMonths a retention to count for instead of the settings' */
export async function readPrivacy({ reports, clock, timeZone }: OverdueParts, previewMonths: number | undefined) {
  const now = clock.now()
  const settings = await readSettings(reports)
  const months = previewMonths ?? settings.retentionMonths
  const counts = { orders: 0, events: 0, reservations: 0, customers: 0 }
  // The queries run one after another, because the reports pool has few connections.
  for (const kind of ['orders', 'events', 'reservations', 'customers'] as const)
    if (months !== null) counts[kind] = await KINDS[kind].overdue.count(reports, retentionCutoff(now, months, timeZone))
  return { retentionMonths: settings.retentionMonths, startsAt: retentionStart(settings, now) ?? null, ...counts }
}

/**
 * The privacy clock of one instance. Each check erases overdue data if a business day has begun since the last run. The
 * last run is not stored: after a start the clock runs once more and finds little.
 */
export function eraseEachDay(parts: OverdueParts): (now: Date) => Promise<void> {
  const { db, timeZone } = parts
  let lastRunDay: number | undefined
  return async (now) => {
    const { businessDayStart: startsAt } = await readSettings(db)
    const day = businessDayStart(now, startsAt, timeZone).getTime()
    if (day === lastRunDay) return
    await eraseOverdue(parts)
    lastRunDay = day
  }
}
