import i18n from 'i18next'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { withdrawToast } from '../../ui/toast/store.ts'
import { printOnDevice } from './device-printer.ts'
import { PopupBlockedError, printInPopup } from './popup-printer.ts'
import { hasDevicePrinter } from './printer-status.ts'

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

/** Reports in a toast that printing failed, and logs the error. */
export function toastNotPrinted(error: unknown): void {
  logProblem('A document could not be printed', error)
  const reason = error instanceof PopupBlockedError ? 'printing.blocked' : 'printing.failedDescription'
  toastFailure(i18n.t('printing.failed'), error, i18n.t(reason), PRINTER)
}

/** Withdraws that toast, once something was printed. */
export function withdrawNotPrinted(): void {
  withdrawToast(PRINTER)
}
