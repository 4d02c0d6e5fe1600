import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { getPrinters, Printer, requestPrint } from '#shared/contracts/printers.ts'
import { CUT, forCodePage, LINE_SIZES, PAPER_COLUMNS, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey, queryClient } from '../../lib/api/query.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { t, toast, withdrawToast } from '../../ui/index.ts'
import { hasDevicePrinter, useDeviceQueue } from './this-device.tsx'

/** A printer that does not respond to one call within this time counts as broken. A whole ticket may take longer. */
const CALL_TIMEOUT_MS = 15_000

let lastDocument: Promise<unknown> = Promise.resolve()

/** Prints on the device's own printer after what is queued. @param mayBegin whether it is still wanted at its turn */
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

/**
 * Prints a document on the device's own printer, or by the browser if there is none or it fails
 * (docs/product/tickets-and-receipts.md#receipts-printer). Call it directly in the handler of a tap.
 */
export async function printDocument({ title, lines }: Printable): Promise<unknown> {
  try {
    if (hasDevicePrinter()) return await printOnDevice(lines)
  } catch (error) {
    logProblem('The device could not print', error)
  }
  return printInPopup(lines, title)
}

/** Prints without a user, who would close a dialog. @param mayBegin as in `printOnDevice` @returns what it returned */
export async function printUnattended({ title, lines }: Printable, mayBegin: () => boolean): Promise<boolean> {
  if (hasDevicePrinter()) return printOnDevice(lines, mayBegin)
  if (!mayBegin()) return false
  await printInPopup(lines, title)
  return true
}

const PRINTER = 'printer'

export function toastNotPrinted(error: unknown): void {
  logProblem('A document could not be printed', error)
  const reason = error instanceof PopupBlockedError ? 'printing.blocked' : 'printing.failedDescription'
  toastFailure(t('printing.failed'), error, t(reason), PRINTER)
}

/** Withdraws that toast, once something was printed. */
export function withdrawNotPrinted(): void {
  withdrawToast(PRINTER)
}

/** Thrown if the browser blocked the window: by a popup blocker, or because no tap opened it. */
export class PopupBlockedError extends Error {}

/** From opening the window to its dialog, then to closing it (docs/product/tickets-and-receipts.md#receipts-printer). */
const DIALOG_DELAY_MS = 500
const CLOSE_DELAY_MS = 500
/** How long a dialog that does not block the page stays open if the browser never says that it has ended. */
const MAX_DIALOG_MS = 60_000

/** A roll is 80 mm wide, of which printers leave 4 mm free on each side. */
const PAPER_MM = 80
const EDGE_MM = 4
const PX_PER_MM = 96 / 25.4
/** The type size: a monospaced character is 0.6 times as wide as high. */
const TYPE_MM = (PAPER_MM - 2 * EDGE_MM) / PAPER_COLUMNS / 0.6
const LINE_MM = TYPE_MM * 1.35
/** The type size of each line size, relative to the normal one. */
const SCALE = { small: 0.85, normal: 1, large: 2 }

/**
 * Prints a document by the browser's dialog from a new window. Call it directly in the handler of a tap, or the window
 * is blocked. Resolves once the dialog was opened; browsers do not report whether anything was printed.
 */
export function printInPopup(document: readonly PrintedRow[], title: string): Promise<void> {
  const popup = window.open('', '', `width=${Math.ceil(PAPER_MM * PX_PER_MM)},height=640`)
  if (!popup) return Promise.reject(new PopupBlockedError('The print window was blocked'))
  write(popup.document, document, title)
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        if (popup.closed) throw new Error('The print window was closed before it printed')
        // Firefox loads its empty page only after `open` returns, which replaces what was written.
        if (!popup.document.body.firstChild) write(popup.document, document, title)
        openDialog(popup)
        resolve()
      } catch (error) {
        popup.close()
        reject(error)
      }
    }, DIALOG_DELAY_MS)
  })
}

/** Closes the window after printing; if the dialog does not block the page, only after it has ended. */
function openDialog(popup: Window): void {
  let isOpen = false
  let hasEnded = false
  const closeAfter = (wait: number) => setTimeout(() => popup.close(), wait + CLOSE_DELAY_MS)
  popup.addEventListener('beforeprint', () => {
    isOpen = true
  })
  popup.addEventListener('afterprint', () => {
    hasEnded = true
    closeAfter(0)
  })
  popup.focus()
  popup.print()
  if (hasEnded) return
  // iOS opens its sheet only after `print` has returned, without an event before.
  closeAfter(isOpen || 'GestureEvent' in popup ? MAX_DIALOG_MS : 0)
}

function write(page: Document, document: readonly PrintedRow[], title: string): void {
  page.title = title
  const style = page.createElement('style')
  page.head.append(style)
  // Insert rules one by one: the pages' Content-Security-Policy forbids text in style elements.
  for (const rule of pageStyle(document)) style.sheet?.insertRule(rule, style.sheet.cssRules.length)
  for (const { text, size, isInverted } of document) {
    const line = page.createElement('div')
    line.className = isInverted ? `${size} inverted` : size
    // As text, so that nothing typed by a guest is parsed as HTML.
    line.textContent = text
    page.body.append(line)
  }
}

/** A page as high as its lines and without margins, so that browsers add no header and feed no empty paper. */
function pageStyle(document: readonly PrintedRow[]): string[] {
  const lines = document.reduce((sum, { size }) => sum + (size === 'large' ? SCALE.large : 1), 0)
  const height = Math.ceil(lines * LINE_MM + 2 * EDGE_MM)
  const lineMm = LINE_MM.toFixed(2)
  const largeMm = (LINE_MM * SCALE.large).toFixed(2)
  const type = `${TYPE_MM.toFixed(2)}mm/${lineMm}mm 'Courier New', 'Liberation Mono', monospace`
  return [
    `@page { size: ${PAPER_MM}mm ${height}mm; margin: 0 }`,
    // The window is as wide as its paper, so a scrollbar must not take a part of it.
    'html { color: #000; background: #fff; scrollbar-width: none }',
    `body { margin: 0; padding: ${EDGE_MM}mm; font: ${type} }`,
    `div { height: ${lineMm}mm; white-space: pre }`,
    `.small { font-size: ${SCALE.small}em }`,
    // Browsers leave backgrounds out otherwise.
    '.inverted { color: #fff; background: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact }',
    `.large { height: ${largeMm}mm; line-height: ${largeMm}mm; font-size: ${SCALE.large}em; font-weight: bold }`,
  ]
}

// Bare: the floor and the kitchen print too, and have no room for the schemas.

/** The printers on the network, refetched on CHANGED `printers`. */
export function usePrinters() {
  return useQuery({
    queryKey: areaKey('printers'),
    queryFn: ({ signal }) => callApi<typeof getPrinters>('GET /api/printers', { signal }),
  })
}

/** Prints at the first printer on the network that is for it (`usePrinters`). @returns false if there is none */
export function printAtPrinter(
  wanted: z.input<typeof requestPrint.body>,
  isFor: (printer: Printer) => boolean = () => true,
): boolean {
  const printer = queryClient
    .getQueryData<Printer[]>(areaKey('printers'))
    ?.find((one) => one.isActive && one.documents.includes(wanted.document) && isFor(one))
  if (!printer) return false
  sendChange<typeof requestPrint>('POST /api/printers/:id/print 201', {
    params: { id: String(printer.id) },
    body: wanted,
    headers: { 'Idempotency-Key': randomKey() },
  }).then(() => {
    toast({ title: t('printing.sentTo', { name: printer.name }) })
    void queryClient.invalidateQueries({ queryKey: areaKey('printers') })
  }, toastNotPrinted)
  return true
}
