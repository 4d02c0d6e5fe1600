import type { DocumentLine } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/log.ts'
import { hasDevicePrinter, printOnDevice } from './device-printer.ts'
import { printInPopup } from './popup-printer.ts'

/** `printed`: the device's printer took all of it. `sent`: the browser's print dialog was called. */
export type PrintOutcome = 'printed' | 'sent'

/**
 * Prints a document on the device's own printer, or by the browser where there is none or it fails
 * (docs/product.md#receipts-printer). Call it within the touch that asks for it.
 */
export async function printDocument(document: readonly DocumentLine[], title: string): Promise<PrintOutcome> {
  if (hasDevicePrinter()) {
    try {
      await printOnDevice(document)
      return 'printed'
    } catch (error) {
      logProblem('The device could not print', error)
    }
  }
  await printInPopup(document, title)
  return 'sent'
}
