import { randomInt } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { findTableToOrderAt } from '#server/modules/occupancy/index.ts'
import { lockOrders, sees } from '#server/modules/orders/index.ts'
import { readDay } from '#server/modules/payments/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { type Attempt, respondOnce } from '#server/platform/idempotency.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { PrintJob, requestPrint } from '#shared/contracts/printers.ts'
import { isAtStations } from '#shared/domain/kitchen.ts'
import { addCopy, announcePrinting, jobView } from './jobs.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'

interface AskContext {
  by: Viewer
  now: Date
}

/** @throws AppError `not_found`, `printer_off` */
async function activePrinter(tx: Tx, id: number): Promise<PrinterRow> {
  const printer = required(await repo.findPrinter(tx, id))
  if (!printer.isActive) throw new AppError('printer_off')
  return printer
}

/** @param answers false: also if the printer does not answer as one @throws AppError `not_found`, `printer_off` */
export function askForTest(db: Database, id: number, answers: boolean, { by, now }: AskContext): Promise<PrintJob> {
  return inTransaction(db, async (tx) => {
    await activePrinter(tx, id)
    const number = randomInt(1_000, 10_000)
    const page = { printerId: id, kind: 'test', number, isWithoutAnswer: !answers } as const
    const job = await repo.insertJob(tx, { ...page, createdAt: now, username: by.username })
    await announcePrinting(tx)
    return jobView(job)
  })
}

interface Asked extends AskContext {
  body: Received<typeof requestPrint>['body']
  attempt: Attempt | undefined
}

/**
 * @throws AppError `not_found`, `table_not_found`, `nothing_to_print`, `printer_off`; `forbidden` for a day's report,
 * except to owners
 */
export function askForDocument(db: Database, id: number, { body, attempt, by, now }: Asked): Promise<string> {
  return respondOnce(db, { attempt, now, orderId: body.orderId }, async (tx) => {
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
  })
}

/** What waits for the printer anyhow is drawn when it is sent, so it is not asked for twice. */
async function waitingOrNew(tx: Tx, job: Parameters<typeof repo.insertJob>[1]): Promise<JobRow> {
  return (await repo.findWaiting(tx, job)) ?? repo.insertJob(tx, job)
}

/** A ticket that waits for the printer anyhow is not asked for twice. */
async function askOfOrder(
  tx: Tx,
  { id: printerId, stations: chosen }: PrinterRow,
  { document, orderId, ticketId }: Asked['body'] & { orderId: number },
  { by, now }: AskContext,
): Promise<JobRow> {
  const [order] = await lockOrders(tx, [orderId])
  if (!order || !sees(by, order, now)) throw new AppError('not_found')
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
  const open = jobs.find(({ state }) => state === 'queued' || state === 'sending')
  const isFirst = ticket.printedAt === undefined && jobs.length === 0
  return open ?? addCopy(tx, { ...asked, kind: ticket.kind, ticketId: ticket.id }, isFirst ? 0 : 1)
}
