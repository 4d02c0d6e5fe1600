import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { CUT, LINE_SIZES, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { logProblem } from '../../lib/browser/log.ts'

/* The interface to the printer that is built into some tablets. */

/** The API of the tablet's own browser; some of these browsers return promises. */
interface InnerPrinter {
  setFontSize(size: number): unknown
  printText(text: string): unknown
  cutPaper(): unknown
}

declare global {
  interface Window {
    InnerPrinter?: InnerPrinter
  }
}

/** A printer that does not respond to one call within this time counts as broken. A whole ticket may take longer. */
const CALL_TIMEOUT_MS = 15_000

/** Replacements for the printer's code page, which has Romanian letters only with a cedilla, and no arrow. */
const CODE_PAGE_LETTERS: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ', '→': '->' }

let lastDocument: Promise<unknown> = Promise.resolve()

/** The number of this page's documents that are queued or printing. */
export const useDeviceQueue = create(() => ({ length: 0 }))

export function hasDevicePrinter(): boolean {
  return window.InnerPrinter !== undefined
}

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
    await withTimeout(
      printer.printText(`${text.replace(/[șțȘȚ→]/g, (letter) => CODE_PAGE_LETTERS[letter] ?? letter)}\n`),
    )
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
