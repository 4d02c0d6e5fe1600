import type { Database } from '#server/db/index.ts'
import { readBill } from '#server/modules/bills/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { readDay } from '#server/modules/payments/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { translator } from '#server/platform/language.ts'
import type { Day } from '#shared/contracts/days.ts'
import { bill, tableBill } from '#shared/domain/printing/bill.ts'
import { inColumns, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { dayReport } from '#shared/domain/printing/day-report.ts'
import { dayOnPaper } from '#shared/domain/printing/day-sections.ts'
import { kitchenTicket } from '#shared/domain/printing/kitchen-ticket.ts'
import { kitchenWords } from '#shared/domain/printing/paper.ts'
import { receipt } from '#shared/domain/printing/receipt.ts'
import { testPage } from './paper/index.ts'
import type { JobRow, PrinterRow } from './repo.ts'

interface DrawParts {
  db: Database
  timeZone: string
  now: Date
}

/**
 * The rows of a job, as what it is about is now.
 * @returns undefined if that is gone
 * @throws AppError of a bill that cannot be made
 */
export async function paperOf(job: JobRow, printer: PrinterRow, parts: DrawParts): Promise<PrintedRow[] | undefined> {
  const lay = await layoutOf(job, printer, parts)
  return lay && inColumns(printer.columns, lay)
}

type Layout = () => PrintedRow[]

/** Reads what a job is about, so that it can be laid out at once. */
async function layoutOf(job: JobRow, printer: PrinterRow, parts: DrawParts): Promise<Layout | undefined> {
  const { db, timeZone, now } = parts
  const settings = { ...(await readSettings(db)), timeZone }
  const { language } = settings
  const t = translator(language)
  if (job.kind === 'test') return () => testPage(printer, job.number ?? 0, language)
  if (job.kind === 'day') {
    const day = JSON.parse(await readDay(db, job.day ?? 0)) as Day
    return () => dayReport(dayOnPaper(day, { t, language, timeZone, isCopy: job.copy > 0 }), settings)
  }
  if (job.tableId !== null) {
    const whole = await readBill(db, job.tableId, undefined, now)
    return () => tableBill(whole, settings)
  }
  const [order] = await readOrders(db, [job.orderId ?? 0])
  if (!order) return undefined
  if (job.kind === 'receipt') return () => receipt(order, settings)
  if (job.kind === 'bill') return () => bill(order, settings)
  const ticket = order.tickets.find(({ id }) => id === job.ticketId)
  if (!ticket) return undefined
  // The ticket of a second printer is no copy.
  const printedAt = job.copy > 0 ? now.toISOString() : null
  return () => kitchenTicket(order, { ...ticket, printedAt }, settings, kitchenWords(t, language))
}
