import { type Database, failureKind, inTransaction } from '#server/db/index.ts'
import { countEventsOver, eraseEventsOver, listEventsOver } from '#server/modules/catering/index.ts'
import { readSettings, retentionAt, retentionStart } from '#server/modules/settings/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { forEachAlone } from '#server/platform/limits/each.ts'
import type { Privacy } from '#shared/contracts/privacy.ts'
import { type RetentionEdge, retentionEdge } from '#shared/domain/retention.ts'
import { withLockedCustomers } from '../lock.ts'
import { eraseOrders, removeCustomer } from './erase.ts'
import { lockOrders, lockSessionsOf } from './erase-repo.ts'
import {
  countOverdueCustomers,
  countOverdueOrders,
  hasOrderWithPerson,
  listOverdueAmong,
  listOverdueCustomers,
  listOverdueOrders,
} from './overdue-repo.ts'

export type OverdueParts = Pick<AreaParts, 'db' | 'reports' | 'clock' | 'log' | 'timeZone'>

/** How many are found at once: finding reads through all that there is. */
const FOUND_AT_ONCE = 5_000
/** How many one transaction erases, so that nobody waits long for one of them. */
const STEP = 200

/** One kind of what goes. */
interface Kind {
  /** The ids above `after`, the lowest first. */
  find(reports: Database, edge: RetentionEdge, after: number, most: number): Promise<number[]>
  /** Erases those of these that are still overdue once they are locked. */
  erase(db: Database, ids: readonly number[], edge: RetentionEdge, now: Date): Promise<void>
}

const ORDERS: Kind = {
  find: (reports, { moment }, after, most) => listOverdueOrders(reports, moment, after, most),
  erase: (db, ids, { moment }, now) =>
    inTransaction(db, async (tx) => {
      // Sessions come before orders in the order of locks.
      await lockSessionsOf(tx, ids)
      await lockOrders(tx, ids)
      const overdue = await listOverdueAmong(tx, ids, moment)
      if (overdue.length > 0) await eraseOrders(tx, overdue, now)
    }),
}

const EVENTS: Kind = {
  find: (reports, { day }, after, most) => listEventsOver(reports, day, after, most),
  erase: (db, ids, { day }, now) => inTransaction(db, (tx) => eraseEventsOver(tx, ids, day, now)),
}

// After the orders: a customer goes with the last of them.
const CUSTOMERS: Kind = {
  find: (reports, { moment }, after, most) => listOverdueCustomers(reports, moment, after, most),
  async erase(db, ids) {
    for (const id of ids) {
      await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
        const customer = customers.get(id)
        if (customer && !(await hasOrderWithPerson(tx, orderIds))) await removeCustomer(tx, customer)
      })
    }
  },
}

/**
 * Takes the personal data out of what is over for longer than the settings allow (docs/product.md#privacy-clock), in
 * steps. What is cut off is gone on with the next time; two instances at once do each step once.
 */
export async function eraseOverdue(parts: OverdueParts): Promise<void> {
  for (const kind of [ORDERS, EVENTS, CUSTOMERS]) await eraseAll(parts, kind)
}

async function eraseAll({ db, reports, clock, log, timeZone }: OverdueParts, { find, erase }: Kind): Promise<void> {
  for (let after = 0; ; ) {
    const found = await edgeAt(db, clock.now(), timeZone)
    if (!found) return
    const ids = await find(reports, found, after, FOUND_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    for (let i = 0; i < ids.length; i += STEP) {
      // Asked before each step: an owner who sees that it was a mistake can stop it.
      const edge = await edgeAt(db, clock.now(), timeZone)
      if (!edge) return
      const step = ids.slice(i, i + STEP)
      const eraseThese = (these: readonly number[]) => erase(db, these, edge, clock.now())
      try {
        await eraseThese(step)
      } catch (error) {
        // The next look tries again.
        if (failureKind(error) === 'unavailable') throw error
        // Only what fails alone is left.
        await forEachAlone(step, log, (id) => eraseThese([id]))
      }
    }
  }
}

/** What goes is older than this; undefined while nothing goes. */
async function edgeAt(db: Database, now: Date, timeZone: string): Promise<RetentionEdge | undefined> {
  const months = retentionAt(await readSettings(db), now)
  return months === null ? undefined : retentionEdge(now, months, timeZone)
}

/** Counts what would go now. @param asked the months; those of the settings if undefined */
export async function whatWouldGo(
  { reports, clock, timeZone }: OverdueParts,
  asked: number | undefined,
): Promise<Privacy> {
  const now = clock.now()
  const settings = await readSettings(reports)
  const months = asked ?? settings.retentionMonths
  const counted = months === null ? NOTHING : await countOverdue(reports, retentionEdge(now, months, timeZone))
  const startsAt = retentionStart(settings, now)?.toISOString() ?? null
  return { retentionMonths: settings.retentionMonths, startsAt, ...counted }
}

const NOTHING = { orders: 0, events: 0, customers: 0 }

async function countOverdue(reports: Database, { day, moment }: RetentionEdge): Promise<typeof NOTHING> {
  // One after another: the reports have few connections.
  const orders = await countOverdueOrders(reports, moment)
  const events = await countEventsOver(reports, day)
  return { orders, events, customers: await countOverdueCustomers(reports, moment) }
}
