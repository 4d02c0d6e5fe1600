import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { changedBy, firstOf, isAheadSql, isHashOf, onlyOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import { orders, printers, printJobs, type StoredTicket } from '#server/db/schema/index.ts'
import { CLOCK_SKEW_MS } from '#server/platform/clock.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import { type JobState, LATE_MS, type PrinterState } from '#shared/domain/printing/printers.ts'

/** Announced when a printer changed or a document was queued: every printer's worker then starts at once. */
export const PRINTING_TOPIC = 'printing'

export type PrinterRow = typeof printers.$inferSelect
export type JobRow = typeof printJobs.$inferSelect

/* Printers */

export function readPrinters(db: Reader): Promise<PrinterRow[]> {
  return db.select().from(printers).orderBy(asc(printers.id))
}

export function findPrinter(db: Reader, id: number): Promise<PrinterRow | undefined> {
  return firstOf(db.select().from(printers).where(eq(printers.id, id)))
}

/** Finds the fiscal device; there is at most one. */
export function findDevice(db: Reader): Promise<PrinterRow | undefined> {
  return firstOf(db.select().from(printers).where(eq(printers.kind, 'fiscal')).limit(1))
}

/** The printers of some tokens, by the token's hash. */
export async function findPrintersByToken(db: Reader, tokenHashes: readonly string[]) {
  const rows = await db.select().from(printers).where(isHashOf(printers.tokenHash, tokenHashes))
  return new Map(rows.map((row) => [String(row.tokenHash), row]))
}

export function insertPrinter(tx: Tx, printer: typeof printers.$inferInsert): Promise<PrinterRow> {
  return onlyOf(tx.insert(printers).values(printer).returning())
}

export function updatePrinter(tx: Tx, id: number, change: Partial<PrinterRow>): Promise<PrinterRow | undefined> {
  return firstOf(tx.update(printers).set(change).where(eq(printers.id, id)).returning())
}

/** Deletes a printer with its jobs; others no longer fall back to it. */
export async function deletePrinterRow(tx: Tx, id: number): Promise<PrinterRow | undefined> {
  const [row] = await tx.delete(printers).where(eq(printers.id, id)).returning()
  await tx.delete(printJobs).where(eq(printJobs.printerId, id))
  await tx.update(printers).set({ fallbackId: null }).where(eq(printers.fallbackId, id))
  return row
}

/** Takes or renews the lease of a printer on the network. @returns undefined if it is off, or another instance has it */
export function takeLease(db: Reader, id: number, by: string, now: Date, ms: number): Promise<PrinterRow | undefined> {
  const isLeased = isAheadSql(printers.leasedUntil, now, ms)
  const isFree = or(isNull(printers.leasedUntil), not(isLeased), eq(printers.leasedBy, by))
  const until = new Date(now.getTime() + ms)
  const isReached = and(eq(printers.id, id), eq(printers.kind, 'network'), printers.isActive, isFree)
  return firstOf(db.update(printers).set({ leasedBy: by, leasedUntil: until }).where(isReached).returning())
}

export async function releaseLease(db: Reader, id: number, by: string): Promise<void> {
  const isLeased = and(eq(printers.id, id), eq(printers.leasedBy, by))
  await db.update(printers).set({ leasedUntil: null }).where(isLeased)
}

/** Records a printer's state. @param seenAt undefined for one on the network @returns whether the state changed */
export async function writeState(db: Reader, id: number, state: PrinterState, seenAt?: Date): Promise<boolean> {
  const isThis = eq(printers.id, id)
  const isOther = and(isThis, ne(printers.state, state))
  const changed = await changedBy(db.update(printers).set({ state }).where(isOther))
  if (seenAt) await db.update(printers).set({ seenAt }).where(isThis)
  return changed > 0
}

/* Jobs */

const { state, kind, printerId, createdAt, username, decision } = printJobs
const isAsked = sql`${username} is not null`
/** Condition: the job is still needed. Jobs that a person asked for always are; for others see `isTicketNeeded`. */
const isNeeded = sql`(${isAsked} or case ${kind}
  when 'cancellation' then ${orders.status} = 'cancelled' else ${inArray(orders.status, [...OPEN_STATUSES])} end)`
/** Tickets of a later order are due when the kitchen starts with it. */
const due = sql<Date>`greatest(${createdAt}, case when ${kind} <> 'cancellation' and not ${isAsked} then ${orders.startAt} end)`
const before = (now: Date, ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
const isDue = (now: Date, ms = 0) => sql`${due} <= ${before(now, ms)}`
/** A document is not begun any more so long after it was due (docs/decisions/059-print-jobs.md). */
const [EXPIRES_AFTER_MS, TEST_EXPIRES_AFTER_MS] = [30 * 60_000, 60_000]
const isOver = (now: Date) =>
  sql`case ${kind} when 'test' then ${isDue(now, TEST_EXPIRES_AFTER_MS)} else ${isDue(now, EXPIRES_AFTER_MS)} end`
/** Condition: the job was due when it was made, which was later than now: the clock was set back since. */
const isFromLater = (now: Date) => sql`(${due} = ${createdAt} and ${createdAt} > ${before(now, -CLOCK_SKEW_MS)})`
/** Condition: the job may be begun now. That it has expired is recorded nowhere: the clock may be wrong. */
const isReady = (now: Date) => and(eq(state, 'queued'), isNeeded, or(isDue(now), isFromLater(now)), not(isOver(now)))
/** Sorts proven orders first: anybody can order a hundred dishes, and all tickets share one paper. */
const isUnproven = sql`(not ${isAsked} and not ${orders.isProven})`
const isOpenDecision = and(inArray(state, ['unconfirmed', 'failed']), isNull(decision))
const withOrder = eq(orders.id, printJobs.orderId)

const jobsWithOrders = (db: Reader) =>
  db.select(getTableColumns(printJobs)).from(printJobs).leftJoin(orders, withOrder).$dynamic()
/** Selects the ids of jobs, and locks them. */
const lockedJobs = (tx: Tx, condition: SQL | undefined) =>
  tx
    .select({ id: printJobs.id })
    .from(printJobs)
    .leftJoin(orders, withOrder)
    .where(condition)
    .for('update', { of: printJobs })

/** Finds the next job of a printer. @param tests only test pages that need no answer */
export function findNextJob(db: Reader, printer: number, now: Date, tests = false): Promise<JobRow | undefined> {
  const isMeant = and(eq(printerId, printer), isReady(now), tests ? printJobs.isWithoutAnswer : undefined)
  const byUrgency = sql`${isUnproven} is true, ${due}, ${printJobs.id}`
  return firstOf(jobsWithOrders(db).where(isMeant).orderBy(byUrgency).limit(1))
}

export function findJob(db: Reader, id: number): Promise<JobRow | undefined> {
  return firstOf(db.select().from(printJobs).where(eq(printJobs.id, id)))
}

/** Finds the job that a printer has begun and not ended. */
export function findSending(db: Reader, printer: number): Promise<JobRow | undefined> {
  const isSending = and(eq(printerId, printer), eq(state, 'sending'))
  return firstOf(db.select().from(printJobs).where(isSending))
}

/** Lists the jobs that printers that ask by themselves have fetched. */
export function listSendingOfStar(db: Reader) {
  return db
    .select({ id: printJobs.id, printerId, seenAt: printers.seenAt })
    .from(printJobs)
    .innerJoin(printers, eq(printers.id, printerId))
    .where(and(eq(state, 'sending'), eq(printers.kind, 'star')))
}

/** Lists the ids of the printers that have something to do. */
export async function findBusyPrinters(db: Reader, now: Date): Promise<number[]> {
  const busy = db.selectDistinct({ id: printerId }).from(printJobs).leftJoin(orders, withOrder)
  const rows = await busy.where(isReady(now))
  return rows.map(({ id }) => id)
}

/** Marks a job as `sending`; undefined if its printer may not begin it any more. Its order must be locked. */
export function takeJob(tx: Tx, { id, printerId: at }: JobRow, now: Date): Promise<JobRow | undefined> {
  const ready = lockedJobs(tx, and(eq(printJobs.id, id), eq(printerId, at), isReady(now)))
  const change = { state: 'sending', changedAt: now } as const
  return firstOf(tx.update(printJobs).set(change).where(inArray(printJobs.id, ready)).returning())
}

/** Changes a job if it has one of these states; otherwise returns undefined. */
export function changeJob(tx: Tx, id: number, from: JobState[], change: Partial<JobRow>): Promise<JobRow | undefined> {
  const isUnchanged = and(eq(printJobs.id, id), inArray(state, from), isNull(decision))
  return firstOf(tx.update(printJobs).set(change).where(isUnchanged).returning())
}

/** Marks a printer's begun jobs as unconfirmed. @returns the number of jobs */
export async function endInterrupted(tx: Tx, printer: number, now: Date): Promise<number> {
  const isBegun = and(eq(printerId, printer), eq(state, 'sending'))
  return changedBy(tx.update(printJobs).set({ state: 'unconfirmed', changedAt: now }).where(isBegun))
}

export function insertJob(tx: Tx, job: typeof printJobs.$inferInsert): Promise<JobRow> {
  return onlyOf(tx.insert(printJobs).values(job).returning())
}

/** Finds a job for the same document that the printer is still to begin at `createdAt`. */
export function findWaiting(tx: Tx, job: typeof printJobs.$inferInsert): Promise<JobRow | undefined> {
  const { orderId = null, ticketId = null, tableId = null, day = null } = job
  const isSame = sql`(${printJobs.orderId}, ${printJobs.ticketId}, ${printJobs.tableId}, ${printJobs.day})
    is not distinct from (${orderId}::bigint, ${ticketId}::integer, ${tableId}::bigint, ${day}::integer)`
  const isQueued = and(eq(printerId, job.printerId), eq(state, 'queued'), not(isOver(job.createdAt)))
  const isWaiting = and(isQueued, eq(kind, job.kind), isSame)
  return firstOf(jobsWithOrders(tx).where(isWaiting).limit(1))
}

/** Lists the tickets that are claimed for a printer, by order. */
export async function listClaimed(tx: Tx, printer: number): Promise<{ orderId: number; ticketId: number }[]> {
  const rows = await tx
    .select({ orderId: printJobs.orderId, ticketId: printJobs.ticketId })
    .from(printJobs)
    .where(and(eq(printerId, printer), inArray(state, ['sending', 'unconfirmed']), isNull(decision)))
    .orderBy(printJobs.orderId)
  return rows.flatMap(({ orderId, ticketId }) => (orderId !== null && ticketId !== null ? { orderId, ticketId } : []))
}

/** Lists the jobs of a ticket at a printer, the last copy first. */
export function listJobsOfTicket(tx: Tx, job: Pick<JobRow, 'orderId' | 'ticketId' | 'printerId'>): Promise<JobRow[]> {
  const { orderId, ticketId } = printJobs
  const isOfTicket = and(eq(orderId, Number(job.orderId)), eq(ticketId, Number(job.ticketId)))
  const isSame = and(isOfTicket, eq(printerId, job.printerId))
  return tx.select().from(printJobs).where(isSame).orderBy(desc(printJobs.copy))
}

/** Finds the last test page that was sent to a printer without its answer. */
export function findLastTest(tx: Tx, printer: number, since: Date): Promise<JobRow | undefined> {
  const isTest = and(eq(printerId, printer), eq(kind, 'test'), printJobs.isWithoutAnswer, eq(state, 'sent'))
  const isRecent = and(isTest, gte(createdAt, since))
  return firstOf(tx.select().from(printJobs).where(isRecent).orderBy(desc(printJobs.id)).limit(1))
}

/** Whether the last document that was sent to a printer may have broken off. */
export async function mayBeCutOff(db: Reader, printer: number): Promise<boolean> {
  const wasSent = and(eq(printerId, printer), inArray(state, ['printed', 'sent', 'unconfirmed']))
  const columns = { state, decision }
  const last = db.select(columns).from(printJobs).where(wasSent).orderBy(desc(printJobs.changedAt)).limit(1)
  const found = await firstOf(last)
  // A document that a person found in the tray may lack its end.
  return found !== undefined && (found.state === 'unconfirmed' || found.decision !== null)
}

/** Lists the jobs whose paper somebody has to look for, oldest first. */
export function listUndecided(db: Reader): Promise<JobRow[]> {
  return db.select().from(printJobs).where(isOpenDecision).orderBy(asc(printJobs.id))
}

/** Counts each printer's unprinted jobs that are due. */
export async function countWaitingJobs(db: Reader, now: Date) {
  const rows = await db
    .select({ id: printerId, waiting: count(), since: sql<string>`min(${due})` })
    .from(printJobs)
    .leftJoin(orders, withOrder)
    .where(or(isReady(now), and(eq(state, 'sending'), isNeeded)))
    .groupBy(printerId)
  return new Map(rows.map((row) => [row.id, { waiting: row.waiting, since: new Date(row.since) }]))
}

/**
 * Marks late jobs, and hands those that were not begun to the printer's fallback, if that is ready and does not have
 * the same ticket; of several printers with one fallback, the first hands it over.
 * @param unseenAfterMs a printer that asks by itself is ready only if it asked within this time
 */
export async function handOverLate(db: Reader, now: Date, unseenAfterMs: number): Promise<number> {
  const { id, ticketId, orderId, copy } = printJobs
  // Numbered apart from the lock, which allows no window.
  const { rowCount } = await db.execute(sql`
    with late as (
      select ${id}, ${state}, ${orderId}, ${ticketId}, ${copy}, ${printers.fallbackId} from ${printJobs}
      join ${printers} on ${printers.id} = ${printerId} left join ${orders} on ${withOrder}
      where ${inArray(state, ['queued', 'sending'])} and not ${printJobs.isLate} and ${isNeeded} and ${isDue(now, LATE_MS)}
        and not ${isOver(now)}
      for update of print_jobs skip locked),
    numbered as (
      select *, row_number() over (partition by fallback_id, order_id, ticket_id, copy, state order by id) as rank
      from late)
    update print_jobs set is_late = true, printer_id = case
      when late.state = 'queued' and late.ticket_id is not null and late.rank = 1
        and exists (
          select from printers where id = late.fallback_id and is_active and state = 'ready'
            and (kind = 'network' or seen_at >= ${before(now, unseenAfterMs)}))
        and not exists (
          select from print_jobs same
          where same.printer_id = late.fallback_id and same.order_id = late.order_id and same.ticket_id = late.ticket_id
            and same.copy = late.copy)
      then late.fallback_id else print_jobs.printer_id end
    from numbered late where print_jobs.id = late.id`)
  return rowCount ?? 0
}

/** Counts the needed jobs that wait at one of two moments, and are not begun any more at the other. */
export function countExpired(db: Reader, between: readonly [Date, Date]): Promise<number> {
  const [wasOver, isNowOver] = between.map(isOver)
  const expired = jobsWithOrders(db).where(and(eq(state, 'queued'), isNeeded, sql`${wasOver} <> ${isNowOver}`))
  return db.$count(expired.as('expired'))
}

/** Drops the jobs that a printer may begin now. @returns the number of jobs */
export function dropReady(tx: Tx, printer: number, kinds: readonly JobRow['kind'][], now: Date): Promise<number> {
  const ready = lockedJobs(tx, and(eq(printerId, printer), inArray(kind, [...kinds]), isReady(now)))
  const change = { state: 'expired', decision: 'drop', changedAt: now } as const
  return changedBy(tx.update(printJobs).set(change).where(inArray(printJobs.id, ready)))
}

/** SQL condition: the printer prints kitchen tickets. */
export const PRINTS_TICKETS_SQL = `printers.is_active and printers.documents @> '["kitchen"]'`

/** SQL: the station of a stored id, as in `stationIdOf`: null and the id of a removed station mean the first one. */
const stationSql = (id: string) => `coalesce(
  (select (station ->> 'id')::int from jsonb_array_elements(settings.stations) station where (station ->> 'id')::int = ${id}),
  (settings.stations -> 0 ->> 'id')::int)`

/** Writes a job for each ticket at each printer that prints kitchen tickets of its station. */
export const addJobs = statement<{ orderId: number; tickets: string; now: Date }>(
  'add_print_jobs',
  ({ orderId, tickets, now }) => `
  insert into print_jobs (printer_id, kind, order_id, ticket_id, created_at)
  select printers.id, ticket.kind, ${orderId}::bigint, ticket.id, ${now}::timestamptz
  from printers, settings, jsonb_to_recordset(${tickets}::jsonb) ticket (id int, kind text, "stationId" int)
  where ${PRINTS_TICKETS_SQL} and exists (
    select from jsonb_array_elements_text(printers.stations) chosen
    where ${stationSql('chosen::int')} = ${stationSql('ticket."stationId"')})
  on conflict do nothing`,
)

interface ChangedOrder {
  id: number
  tickets: readonly StoredTicket[]
  status: string
  startAt: Date | null
}

/**
 * Follows a change of a locked order: writes the jobs of added tickets, and withdraws those of withdrawn tickets. An
 * order that is cancelled before the kitchen knew of it needs no slip.
 * @param now the time of the change, which its tickets have
 */
export async function followTickets(tx: Tx, { id, tickets, status, startAt }: ChangedOrder, now: Date): Promise<void> {
  const at = now.toISOString()
  const isUnknown =
    startAt !== null && startAt > now && !tickets.some((ticket) => ticket.printedAt ?? ticket.claimedUntil)
  const added = tickets.filter((ticket) => ticket.at === at && ticket.withdrawnAt === undefined)
  if (added.length > 0 && !(status === 'cancelled' && isUnknown))
    await addJobs(tx, { orderId: id, tickets: JSON.stringify(added), now })
  const withdrawn = tickets.filter(({ withdrawnAt }) => withdrawnAt === at)
  if (withdrawn.length > 0)
    await withdrawJobs(
      tx,
      id,
      withdrawn.map((ticket) => ticket.id),
    )
}

/** Withdraws the jobs that wait for tickets of a locked order. */
export async function withdrawJobs(tx: Tx, orderId: number, ticketIds: number[]): Promise<void> {
  const { orderId: order, ticketId, state } = printJobs
  await tx.delete(printJobs).where(and(eq(order, orderId), inArray(ticketId, ticketIds), eq(state, 'queued')))
}

/** Reads the ids of the stations whose tickets a printer prints. */
export async function readStationsWithPrinter(db: Reader): Promise<number[]> {
  const rows = await db.select({ stations: printers.stations }).from(printers).where(sql.raw(PRINTS_TICKETS_SQL))
  return rows.flatMap(({ stations }) => stations)
}
