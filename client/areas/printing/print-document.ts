import i18n from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/contracts/settings.ts'
import { centred, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { withdrawToast } from '../../ui/toast/store.ts'
import { hasDevicePrinter, PopupBlockedError, printInPopup, printOnDevice, useDeviceQueue } from './printers.ts'

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

interface PrinterStatus {
  /** Whether the device has a printer of its own. */
  ready: boolean
  online: boolean
  queueLength: number
}

const POLL_INTERVAL_MS = 15_000

export function printerStatus(): PrinterStatus {
  const online = navigator.onLine
  try {
    return { ready: hasDevicePrinter(), online, queueLength: useDeviceQueue.getState().length }
  } catch (error) {
    logProblem('The state of the printer could not be read', error)
    return { ready: false, online, queueLength: 0 }
  }
}

/**
 * The printer's state, checked every 15 seconds and when this page's queue changes
 * (docs/product/tickets-and-receipts.md#receipts-printer).
 */
export function usePrinterStatus(): PrinterStatus {
  const [status, setStatus] = useState(printerStatus)
  useEffect(() => {
    const check = () => setStatus(printerStatus())
    const timer = setInterval(check, POLL_INTERVAL_MS)
    const unsubscribe = useDeviceQueue.subscribe(check)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return status
}

/** Prints a test page, so that the owner sees how this browser prints. */
export function useTestPage({ restaurantName }: Settings) {
  const { t } = useTranslation()
  const [state, setState] = useState<'untried' | 'trying' | 'tried' | 'blocked' | 'failed'>('untried')
  const print = async () => {
    setState('trying')
    try {
      const lines = [...centred(restaurantName || 'Masa', 'large'), ...centred(t('printing.silent.page'))]
      await printDocument({ title: t('printing.silent.page'), lines })
      setState('tried')
    } catch (error) {
      toastNotPrinted(error)
      setState(error instanceof PopupBlockedError ? 'blocked' : 'failed')
    }
  }
  return { state, print: () => void print() }
}
