import { randomInt } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { findTableToOrderAt } from '#server/modules/occupancy/index.ts'
import * as orders from '#server/modules/orders/index.ts'
import { readDay } from '#server/modules/payments/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea, announceChange } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { JOB_DECISIONS, requestPrint } from '#shared/contracts/printers.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import { isAtStations } from '#shared/domain/kitchen.ts'
import { JOB_KINDS, type JobState } from '#shared/domain/printing/printers.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'
import { stateOf, UNSEEN_AFTER_MS } from './state.ts'

/* The life of a job (docs/decisions/059-print-jobs.md). An order is locked before its jobs. */

export const jobView = (row: JobRow) => ({ ...row, at: row.createdAt })

async function lockOrderOf(tx: Tx, { orderId }: JobRow): Promise<orders.OrderRow | undefined> {
  return orderId === null ? undefined : (await orders.lockOrders(tx, [orderId]))[0]
}

/**
 * Begins to send a job. This is committed before the first byte leaves, so that a crash leaves a record that some of it
 * may be on paper. The job's ticket is then claimed.
 * @returns undefined if the job no longer waits for this printer, or is no longer needed
 */
export function beginJob(db: Database, job: JobRow, now: Date): Promise<JobRow | undefined> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrderOf(tx, job)
    const begun = await repo.takeJob(tx, job, now)
    if (begun && order && begun.ticketId !== null) await orders.claimForPrinter(tx, order, begun.ticketId, true)
    return begun
  })
}

/** The outcome of sending a job. */
export type Outcome = Extract<JobState, 'printed' | 'sent' | 'unconfirmed' | 'failed' | 'queued'>

/** Records the outcome of a job, unless somebody has decided meanwhile. A printed job is recorded with its order. */
export function endJob(db: Database, job: JobRow, printer: PrinterRow, state: Outcome, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrderOf(tx, job)
    // A job that was given up meanwhile may still be confirmed.
    const ended = await repo.changeJob(tx, job.id, ['sending', 'unconfirmed'], { state, changedAt: now })
    if (!ended) return
    const isOut = state === 'printed' || state === 'sent'
    if (isOut) {
      await recordPrinted(tx, ended, order, printer.name, now)
      await repo.updatePrinter(tx, printer.id, { lastAt: now })
    } else if (state !== 'unconfirmed') await freeTicket(tx, ended, order)
    if (!isOut || job.isLate || ended.isLate || job.kind === 'test') await announceArea(tx, 'printers')
  })
}

/** Marks the begun jobs of a printer as unconfirmed, because their outcome will not be reported any more. */
export function markInterrupted(db: Database, printer: number, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    if ((await repo.endInterrupted(tx, printer, now)) > 0) await announceArea(tx, 'printers')
  })
}

async function freeTicket(tx: Tx, { ticketId }: JobRow, order: orders.OrderRow | undefined): Promise<void> {
  if (order && ticketId !== null) await orders.claimForPrinter(tx, order, ticketId, false)
}

/** Records with its order that a job is on paper; a table's bill is recorded with all its open orders. */
async function recordPrinted(
  tx: Tx,
  job: JobRow,
  order: orders.OrderRow | undefined,
  by: string,
  at: Date,
): Promise<void> {
  const { kind, ticketId, tableId } = job
  if (kind === 'day' || kind === 'test') return
  if (order) await orders.writePrint(tx, order, { kind, ticketId, username: by, at })
  const viewer = { ...OWNER_RIGHTS, username: by }
  if (tableId !== null) await orders.noteBillPrint(tx, { tableId, orderIds: undefined, by: viewer, now: at })
}

/** Decides about a failed or unconfirmed job. @returns the job, or its copy */
export function decide(db: Database, id: number, decision: (typeof JOB_DECISIONS)[number], { by, now }: AskContext) {
  return inTransaction(db, async (tx) => {
    const found = required(await repo.findJob(tx, id))
    if (!orders.mayPrint(by, found.kind)) throw new AppError('forbidden')
    const order = await lockOrderOf(tx, found)
    const change = { decision, changedAt: now, ...(decision === 'there' && { state: 'printed' as const }) }
    const job = required(await repo.changeJob(tx, id, ['failed', 'unconfirmed'], change), 'decided')
    if (decision === 'there') await recordPrinted(tx, job, order, by.username, now)
    else await freeTicket(tx, job, order)
    const { printerId, kind, orderId, ticketId, tableId, day } = job
    const copy = { printerId, kind, orderId, ticketId, tableId, day, createdAt: now, username: by.username }
    const result = decision === 'again' ? await addCopy(tx, copy, job.copy + 1) : job
    await announcePrinting(tx)
    return jobView(result)
  })
}

/** Drops the due jobs that wait at a printer, of the kinds that the user may print. */
export function dropWaiting(db: Database, id: number, { by, now }: AskContext): Promise<{ dropped: number }> {
  return inTransaction(db, async (tx) => {
    required(await repo.findPrinter(tx, id))
    const kinds = JOB_KINDS.filter((kind) => orders.mayPrint(by, kind))
    const dropped = await repo.dropReady(tx, id, kinds, now)
    await announcePrinting(tx)
    return { dropped }
  })
}

type NewJob = Omit<Parameters<typeof repo.insertJob>[1], 'copy'>

/** Adds a job as a copy. @param copy the lowest number of the copy */
async function addCopy(tx: Tx, job: NewJob, copy: number): Promise<JobRow> {
  const { orderId = null, ticketId = null, printerId } = job
  const [last] = ticketId === null ? [] : await repo.listJobsOfTicket(tx, { orderId, ticketId, printerId })
  return repo.insertJob(tx, { ...job, copy: Math.max(copy, (last?.copy ?? -1) + 1) })
}

/** Wakes the printers' workers at once, and lets pages fetch the printers' states. */
export async function announcePrinting(tx: Tx): Promise<void> {
  await announceChange(tx, { topic: repo.PRINTING_TOPIC })
  await announceArea(tx, 'printers')
}

/** Hands over late jobs, and announces what time alone changed since the sweep before: expired jobs, silent printers. */
export function sweepJobs(db: Database, now: Date, before: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const expired = await repo.countExpired(tx, [before, now])
    const late = await repo.handOverLate(tx, now, UNSEEN_AFTER_MS)
    const printers = await repo.readPrinters(tx)
    const isOther = printers.some((printer) => stateOf(printer, before) !== stateOf(printer, now))
    if (late + expired > 0 || isOther) await announcePrinting(tx)
  })
}

interface AskContext {
  by: Viewer
  now: Date
}

/** Finds a printer that is switched on. */
async function activePrinter(tx: Tx, id: number): Promise<PrinterRow> {
  const printer = required(await repo.findPrinter(tx, id))
  // A fiscal device prints none of Masa's documents.
  if (printer.kind === 'fiscal') throw new AppError('not_found')
  if (!printer.isActive) throw new AppError('printer_off')
  return printer
}

/** @param answers false prints it even on a silent device */
export function askForTest(db: Database, id: number, answers: boolean, { by, now }: AskContext) {
  return inTransaction(db, async (tx) => {
    await activePrinter(tx, id)
    const number = randomInt(1_000, 10_000)
    const page = { printerId: id, kind: 'test', number, isWithoutAnswer: !answers } as const
    const job = await repo.insertJob(tx, { ...page, createdAt: now, username: by.username })
    await announcePrinting(tx)
    return jobView(job)
  })
}

type Asked = Received<typeof requestPrint>['body']

/**
 * Queues a document.
 * @throws AppError `not_found`, `table_not_found`, `nothing_to_print`, `printer_off`; `forbidden` for a day's report
 *   except to owners, and for anything but tickets to the kitchen
 */
export async function askForDocument(tx: Tx, id: number, body: Asked, { by, now }: AskContext) {
  const printer = await activePrinter(tx, id)
  const { document, orderId, tableId, day } = body
  if (day !== undefined && !by.isOwner) throw new AppError('forbidden')
  if (day !== undefined) await readDay(tx, day)
  if (tableId !== undefined && !(await findTableToOrderAt(tx, tableId))) throw new AppError('table_not_found')
  const asked = { printerId: id, createdAt: now, username: by.username }
  const job =
    orderId !== undefined
      ? await askOfOrder(tx, printer, { ...body, orderId }, { by, now })
      : await waitingOrNew(tx, { ...asked, kind: document === 'day' ? 'day' : 'bill', tableId, day })
  await announcePrinting(tx)
  return jobView(job)
}

/** Returns a waiting job instead of adding a second one, because documents are drawn only when they are sent. */
async function waitingOrNew(tx: Tx, job: Parameters<typeof repo.insertJob>[1]): Promise<JobRow> {
  return (await repo.findWaiting(tx, job)) ?? repo.insertJob(tx, job)
}

/** Queues a document of an order; a ticket that already waits for the printer is not queued twice. */
async function askOfOrder(
  tx: Tx,
  { id: printerId, stations: chosen }: PrinterRow,
  { document, orderId, ticketId }: Asked & { orderId: number },
  { by, now }: AskContext,
): Promise<JobRow> {
  const [order] = await orders.lockOrders(tx, [orderId])
  if (!order || !orders.sees(by, order, now)) throw new AppError('not_found')
  const asked = { printerId, orderId, createdAt: now, username: by.username }
  if (document !== 'kitchen') return waitingOrNew(tx, { ...asked, kind: document })
  const { stations } = await readSettings(tx)
  const shown = order.tickets.filter(
    ({ withdrawnAt, printedAt }) => withdrawnAt === undefined || printedAt !== undefined,
  )
  const ofPrinter = shown.filter(
    ({ kind, stationId = null }) => kind === 'kitchen' && isAtStations(stations, chosen, stationId),
  )
  const ticket =
    ticketId === undefined
      ? (ofPrinter.find(({ printedAt }) => printedAt === undefined) ?? ofPrinter[0])
      : shown.find(({ id }) => id === ticketId)
  if (!ticket) throw new AppError(ticketId === undefined ? 'nothing_to_print' : 'not_found')
  const jobs = await repo.listJobsOfTicket(tx, { orderId, ticketId: ticket.id, printerId })
  const job = { ...asked, kind: ticket.kind, ticketId: ticket.id }
  const open = jobs.find(({ state }) => state === 'sending') ?? (await repo.findWaiting(tx, job))
  const isFirst = ticket.printedAt === undefined && jobs.length === 0
  return open ?? addCopy(tx, job, isFirst ? 0 : 1)
}
