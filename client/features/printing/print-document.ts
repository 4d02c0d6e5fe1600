import type { DocumentLine } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { hasDevicePrinter, printOnDevice } from './device-printer.ts'
import { printInPopup } from './popup-printer.ts'

/** What is printed: its lines, and the name under which the browser shows it. */
export interface Printable {
  title: string
  lines: readonly DocumentLine[]
}

/** `printed`: the device's printer took all of it. `sent`: the browser's print dialog was called. */
export type PrintOutcome = 'printed' | 'sent'

/**
 * Prints a document on the device's own printer, or by the browser where there is none or it fails
 * (docs/product.md#receipts-printer). Call it within the touch that asks for it.
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
 * Prints where nobody stands by: never by a dialog that a broken printer would leave open, and that nobody answers.
 * @param mayBegin asked when its turn has come; where not, the outcome is `missed`
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
