import { PAPER_COLUMNS, type PrintedRow } from '#shared/domain/printing/columns.ts'

/** Thrown if the browser blocked the window: by a popup blocker, or because no tap opened it. */
export class PopupBlockedError extends Error {}

/** From opening the window to its dialog, then to closing it (docs/product/tickets-and-receipts.md#receipts-printer). */
const DIALOG_DELAY_MS = 500
const CLOSE_DELAY_MS = 500

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
  let hasReturned = false
  const closeSoon = () => setTimeout(() => popup.close(), CLOSE_DELAY_MS)
  popup.addEventListener('beforeprint', () => {
    isOpen = true
  })
  popup.addEventListener('afterprint', () => {
    isOpen = false
    if (hasReturned) closeSoon()
  })
  popup.focus()
  popup.print()
  hasReturned = true
  if (!isOpen) closeSoon()
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

/**
 * Styles for a page as high as its lines and without margins, so that browsers add no header and feed no empty paper.
 */
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
