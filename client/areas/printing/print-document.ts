import { CUT, forCodePage, LINE_SIZES, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { i18n, withdrawToast } from '../../ui/index.ts'
import { PopupBlockedError, printInPopup } from './popup-printer.ts'
import { hasDevicePrinter, useDeviceQueue } from './printer-status.ts'

/* Printing on the printer that is built into some tablets: loaded with the first document. */

/** A printer that does not respond to one call within this time counts as broken. A whole ticket may take longer. */
const CALL_TIMEOUT_MS = 15_000

let lastDocument: Promise<unknown> = Promise.resolve()

/**
 * Prints a document on the device's own printer, after the queued ones: their lines must not mix.
 * @param mayBegin called when it is the document's turn: whether it should still be printed
 * @returns whether it was printed
 */
export async function printOnDevice(
  document: readonly PrintedRow[],
  mayBegin: () => boolean = () => true,
): Promise<boolean> {
  const previous = lastDocument
  changeQueue(1)
  const printed = previous
    .catch(() => {})
    .then(async () => {
      if (!mayBegin()) return false
      await sendLines(document)
      return true
    })
  lastDocument = printed
  try {
    return await printed
  } finally {
    changeQueue(-1)
  }
}

function changeQueue(delta: number): void {
  useDeviceQueue.setState(({ length }) => ({ length: length + delta }))
}

async function sendLines(document: readonly PrintedRow[]): Promise<void> {
  const printer = window.InnerPrinter
  if (!printer) throw new Error('The device has no printer')
  for (const row of document) {
    if (row === CUT) {
      await withTimeout(printer.cutPaper())
      continue
    }
    const { text, size } = row
    await withTimeout(printer.setFontSize(LINE_SIZES.indexOf(size)))
    await withTimeout(printer.printText(`${forCodePage(text)}\n`))
  }
  await withTimeout(printer.cutPaper())
}

/** Awaits the result of a printer's call. Throws after a timeout, so that no more of the document is sent. */
async function withTimeout(result: unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The printer does not answer')), CALL_TIMEOUT_MS)
  })
  try {
    await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** A document to print: its lines, and the title of the browser's window. */
export interface Printable {
  title: string
  lines: readonly PrintedRow[]
}

/** `printed`: by the device's printer. `sent`: the browser's print dialog was opened. */
type PrintOutcome = 'printed' | 'sent'

/**
 * Prints a document on the device's own printer, or by the browser if there is none or it fails
 * (docs/product/tickets-and-receipts.md#receipts-printer). Call it directly in the handler of a tap.
 */
export async function printDocument({ title, lines }: Printable): Promise<PrintOutcome> {
  try {
    if (hasDevicePrinter()) {
      await printOnDevice(lines)
      return 'printed'
    }
  } catch (error) {
    logProblem('The device could not print', error)
  }
  await printInPopup(lines, title)
  return 'sent'
}

/**
 * Prints without a user: if the device's printer fails, no dialog is opened, because nobody would close it.
 * @param mayBegin called when it is the document's turn; if it returns false, the outcome is `missed`
 */
export async function printUnattended(
  { title, lines }: Printable,
  mayBegin: () => boolean,
): Promise<PrintOutcome | 'missed'> {
  if (hasDevicePrinter()) return (await printOnDevice(lines, mayBegin)) ? 'printed' : 'missed'
  if (!mayBegin()) return 'missed'
  await printInPopup(lines, title)
  return 'sent'
}

const PRINTER = 'printer'

export function toastNotPrinted(error: unknown): void {
  logProblem('A document could not be printed', error)
  const reason = error instanceof PopupBlockedError ? 'printing.blocked' : 'printing.failedDescription'
  toastFailure(i18n.t('printing.failed'), error, i18n.t(reason), PRINTER)
}

/** Withdraws that toast, once something was printed. */
export function withdrawNotPrinted(): void {
  withdrawToast(PRINTER)
}
