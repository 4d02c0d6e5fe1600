import { isNotNull, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { SHOWN_DELIVERIES } from '#shared/contracts/webhooks.ts'
import { retentionCutoff } from '#shared/domain/customers/retention.ts'
import { isInKitchen, OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { Database } from './connect.ts'
import * as schema from './schema/index.ts'
import { changedBy, isRecentSql } from './statement.ts'

interface Rule {
  table: PgTable
  /** What is over. */
  isOver(now: Date, timeZone: string): SQL | undefined
  /** The column that is emptied; by default the row is deleted. */
  empties?: PgColumn
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
/** Of more events that wait for an address, the oldest are dropped. */
const KEPT_WAITING = 50_000
/** A login session ends by itself within a day after 180 days, however it is used (accounts/login-sessions.ts). */
const LOGIN_SESSION_DAYS = 182

const { backupLinks, idempotencyKeys, journal, loginFailures, loginSessions, orders, pickupSlots, printers } = schema
const { printJobs, reservations, sharedSessions, webhookDeliveries, webhooks, whatsappMessages } = schema
const inKitchen = OPEN_STATUSES.filter(isInKitchen)

/** What is deleted, and when. Personal data of customers goes by the privacy clock, pictures by their own sweep. */
export const RETENTION: readonly Rule[] = [
  { table: idempotencyKeys, isOver: (now) => lt(idempotencyKeys.createdAt, ago(now, 7 * DAY_MS)) },
  {
    // A withdrawn request arrives within 30 s, or not at all.
    table: idempotencyKeys,
    isOver: (now) =>
      sql`${idempotencyKeys.shows} = 'withdrawal' and ${lt(idempotencyKeys.createdAt, ago(now, HOUR_MS))}`,
  },
  { table: journal, isOver: (now, timeZone) => lt(journal.at, retentionCutoff(now, 12, timeZone).moment) },
  { table: pickupSlots, isOver: (now) => lt(pickupSlots.at, ago(now, DAY_MS)) },
  {
    // The address of an unproven order (docs/product/orders.md#orders-proven).
    ...{ table: orders, empties: orders.origin },
    isOver: (now) => sql`${isNotNull(orders.origin)} and ${lt(orders.createdAt, ago(now, 10 * MINUTE_MS))} and (
      ${notInArray(orders.status, inKitchen)}
      or ${lt(sql`coalesce(${orders.pickupAt}, ${orders.createdAt})`, ago(now, DAY_MS))})`,
  },
  {
    ...{ table: reservations, empties: reservations.origin },
    isOver: (now) => sql`${isNotNull(reservations.origin)} and ${lt(reservations.at, now)}`,
  },
  {
    // What its guest cancelled before anybody of the house saw it.
    table: reservations,
    isOver: (now) =>
      sql`${reservations.status} = 'cancelled' and not ${reservations.isKnown} and ${lt(reservations.at, now)}`,
  },
  {
    table: idempotencyKeys,
    isOver: () => sql`${idempotencyKeys.shows} = 'reservation' and ${isNotNull(idempotencyKeys.shownId)}
      and not exists (select from ${reservations} where ${reservations.id} = ${idempotencyKeys.shownId})`,
  },
  {
    table: printJobs,
    isOver: (now) => sql`${lt(printJobs.createdAt, ago(now, 7 * DAY_MS))}
      or not exists (select from ${printers} where ${printers.id} = ${printJobs.printerId})`,
  },
  {
    // Its guests can still get the order.
    table: sharedSessions,
    isOver: (now) =>
      sql`${sharedSessions.status} <> 'active' and ${lt(sharedSessions.updatedAt, ago(now, 7 * DAY_MS))}`,
  },
  {
    table: loginSessions,
    isOver: (now) =>
      or(lt(loginSessions.expiresAt, now), lt(loginSessions.createdAt, ago(now, LOGIN_SESSION_DAYS * DAY_MS))),
  },
  { table: loginFailures, isOver: (now) => not(isRecentSql(loginFailures.at, now, HOUR_MS)) },
  { table: backupLinks, isOver: (now) => lt(backupLinks.expiresAt, now) },
  { table: whatsappMessages, isOver: (now) => lt(whatsappMessages.acceptedAt, ago(now, 36 * HOUR_MS)) },
  {
    table: webhookDeliveries,
    isOver: () => sql`${webhookDeliveries.id} in (
      select id from (
        select *, row_number() over (partition by webhook_id, ended_at is null order by id desc) as rank
        from ${webhookDeliveries}) placed
      where rank > case when ended_at is null then ${KEPT_WAITING}::int else ${SHOWN_DELIVERIES}::int end
        or webhook_id not in (select id from ${webhooks}))`,
  },
]

/** The number of rows per statement, so that none holds a connection for long. */
const BATCH_SIZE = 1_000

/** Deletes, or empties, what is over by these rules. A row that somebody has locked waits for the next time. */
export async function removeOver(db: Database, now: Date, timeZone: string, rules = RETENTION): Promise<void> {
  for (const { table, isOver, empties } of rules) {
    const over = sql`select ctid from ${table} where ${isOver(now, timeZone)} limit ${BATCH_SIZE} for update skip locked`
    const change = empties ? sql`update ${table} set ${sql.identifier(empties.name)} = null` : sql`delete from ${table}`
    while ((await changedBy(db.execute(sql`${change} where ctid = any(array(${over}))`))) === BATCH_SIZE);
  }
}
