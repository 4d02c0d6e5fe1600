import { type Database, failureKind, inTransaction, type OverdueRows } from '#server/db/index.ts'
import { eraseOverdueEvents, overdueEvents } from '#server/modules/catering/index.ts'
import { eraseReasons } from '#server/modules/payments/index.ts'
import { eraseOverdueReservations, overdueReservations } from '#server/modules/reservations/index.ts'
import { readSettings, retentionAt, retentionStart } from '#server/modules/settings/index.ts'
import type { Clock } from '#server/platform/clock.ts'
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
  const cutoff = await currentCutoff(parts.db, parts.clock.now(), parts.timeZone)
  if (!cutoff) return
  await eraseReasons(parts.db, cutoff.moment)
}

async function eraseAll({ db, reports, clock, log, timeZone }: OverdueParts, { overdue, erase }: ErasableKind) {
  for (let after = 0; ; ) {
    const findCutoff = await currentCutoff(db, clock.now(), timeZone)
    if (!findCutoff) return
    const ids = await overdue.list(reports, findCutoff, after, FIND_BATCH_SIZE)
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

/** Counts the rows that would be erased now. @param previewMonths a retention to count for instead of the settings' */
export async function readPrivacy({ reports, clock, timeZone }: OverdueParts, previewMonths: number | undefined) {
  const now = clock.now()
  const settings = await readSettings(reports)
  const months = previewMonths ?? settings.retentionMonths
  const counts = { orders: 0, events: 0, reservations: 0, customers: 0 }
  // The queries run one after another, because the reports pool has few connections.
  for (const kind of ['orders', 'events', 'reservations', 'customers'] as const)
    if (months !== null) counts[kind] = await KINDS[kind].overdue.count(reports, retentionCutoff(now, months, timeZone))
  const startsAt = retentionStart(settings, now)?.toISOString() ?? null
  return { retentionMonths: settings.retentionMonths, startsAt, ...counts }
}

/** How often the privacy clock checks the time. */
export const PRIVACY_CHECK_INTERVAL_MS = 60_000
/** How long the clock must run without a jump. A clock that is wrong at the start is usually corrected by then. */
const STEADY_CLOCK_MS = 5 * 60_000

/**
 * The privacy clock of one instance. Each check erases overdue data if a business day has begun since the last run. The
 * last run is not stored: after a start the clock runs once more and finds little. Because erasing is final, it waits
 * until the server's clock has run without a jump for a while.
 * @returns the check, to be called every `PRIVACY_CHECK_INTERVAL_MS`
 */
export function privacyClock(parts: OverdueParts): () => Promise<void> {
  const { db, clock, timeZone } = parts
  let lastCheck = clock.now().getTime()
  let steadySince = lastCheck
  let lastRunDay: number | undefined
  let isRunning = false
  return async () => {
    const now = clock.now()
    const passedMs = now.getTime() - lastCheck
    lastCheck = now.getTime()
    if (passedMs < 0 || passedMs > STEADY_CLOCK_MS) steadySince = lastCheck
    if (isRunning || lastCheck - steadySince < STEADY_CLOCK_MS) return
    isRunning = true
    try {
      const { businessDayStart: startsAt } = await readSettings(db)
      const day = businessDayStart(now, startsAt, timeZone).getTime()
      if (day === lastRunDay) return
      await eraseOverdue(parts)
      lastRunDay = day
    } finally {
      isRunning = false
    }
  }
}
