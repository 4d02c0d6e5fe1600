import type { Database } from '#server/db/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { readBill, readDay } from '#server/modules/payments/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Day } from '#shared/contracts/days.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import type { Language } from '#shared/domain/language.ts'
import { bill, tableBill } from '#shared/domain/printing/bill.ts'
import { BLANK, centred, inColumns, line, type PrintedRow, roomFor, rule } from '#shared/domain/printing/columns.ts'
import { dayOnPaper, dayReport } from '#shared/domain/printing/day-report.ts'
import { kitchenTicket } from '#shared/domain/printing/kitchen-ticket.ts'
import { receipt } from '#shared/domain/printing/receipt.ts'
import { DICTIONARIES, translator } from '#shared/i18n/words/index.ts'
import { draw, pngOf } from './paper/drawing.ts'
import { type Paper, plainText } from './paper/esc-pos.ts'
import type { JobRow, PrinterRow } from './repo.ts'

interface DrawParts {
  db: Database
  timeZone: string
  now: Date
}

/**
 * Lays out a job from the current state of its subject.
 * @returns undefined if the subject no longer exists
 * @throws AppError of a bill that cannot be made
 */
export async function paperOf(job: JobRow, printer: PrinterRow, parts: DrawParts): Promise<PrintedRow[] | undefined> {
  const lay = await layoutOf(job, printer, parts)
  return lay && inColumns(printer.columns, lay)
}

type Layout = () => PrintedRow[]

/** Reads the subject of a job, so that it can be laid out at once. */
async function layoutOf(job: JobRow, printer: PrinterRow, parts: DrawParts): Promise<Layout | undefined> {
  const { db, timeZone, now } = parts
  const settings = { ...(await readSettings(db)), timeZone }
  const { language } = settings
  const t = translator(language)
  if (job.kind === 'test') return () => testPage(printer, job.number ?? 0, language)
  if (job.kind === 'day') {
    const day = JSON.parse(await readDay(db, job.day ?? 0)) as Day
    return () => dayReport(dayOnPaper(day, { ...settings, t, isCopy: job.copy > 0 }), settings)
  }
  if (job.tableId !== null) {
    const whole = await readBill(db, job.tableId, undefined, now)
    return () => tableBill(whole, settings)
  }
  const [order] = await readOrders(db, [job.orderId ?? 0])
  if (!order) return undefined
  if (job.kind === 'receipt') return () => receipt(order, settings, phoneForPeople)
  if (job.kind === 'bill') return () => bill(order, settings)
  const ticket = order.tickets.find(({ id }) => id === job.ticketId)
  if (!ticket) return undefined
  // The ticket of a second printer is not marked as a copy.
  const printedAt = job.copy > 0 ? now.toISOString() : null
  return () => kitchenTicket(order, { ...ticket, printedAt }, settings, t)
}

/** The media type for a printer that asks by itself; it cuts after each document. */
export const starType = ({ mode }: Pick<Paper, 'mode'>) => (mode === 'image' ? 'image/png' : 'text/plain')

/** Encodes a document as the printer's `starType`; text uses the letters that every printer has. */
export async function encodeForStar(rows: readonly PrintedRow[], { columns, mode }: Paper): Promise<Buffer> {
  return mode === 'image' ? pngOf(await draw(rows, columns)) : Buffer.from(plainText(rows))
}

/** The letters that a code page may lack. */
const LETTERS = ['ăâîșț ĂÂÎȘȚ', '€12.00 → 28.50 lei']

/**
 * The first paper of a new printer: the letters that matter, the width of the paper, and a number that proves that it
 * came out.
 * @param number the number that a person reads back
 */
export function testPage({ name, columns }: { name: string } & Paper, number: number, language: Language) {
  const words = DICTIONARIES[language].testPage
  return inColumns(columns, () => {
    const room = roomFor('normal') - 2
    const framed = (text: string) => line(`│${text.padEnd(room)}│`)
    return [
      ...centred(words.title, 'large'),
      ...centred(name),
      line(`┌${'─'.repeat(room)}┐`),
      ...LETTERS.map((letters) => framed(` ${letters}`)),
      line(`└${'─'.repeat(room)}┘`),
      ...centred(words.frame),
      ...centred(words.without, 'large').map((row): PrintedRow => ({ ...row, isInverted: true })),
      rule(),
      ...centred(words.number),
      ...centred(String(number), 'large'),
      BLANK,
    ]
  })
}
