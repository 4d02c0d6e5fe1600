import { type DocumentLine, PAPER_COLUMNS } from '#shared/domain/printing/columns.ts'

/** The browser opened no window: a blocker, or no touch led to it. */
export class PopupBlockedError extends Error {}

/** From opening the window to its print dialog, and from that to closing it (docs/product.md#receipts-printer). */
const DIALOG_AFTER_MS = 500
const CLOSE_AFTER_MS = 500

/** A roll of 80 mm, of which printers leave 4 mm free at each side. */
const PAPER_MM = 80
const EDGE_MM = 4
/** A monospaced character is 0.6 as wide as the type is high. */
const TYPE_MM = (PAPER_MM - 2 * EDGE_MM) / PAPER_COLUMNS / 0.6
const LINE_MM = TYPE_MM * 1.35
/** By size: how large the type is, beside the normal one. */
const SCALE = { small: 0.85, normal: 1, large: 2 }

/**
 * Prints a document by the browser's own dialog, from a window that opens for it. Call it within the touch that asks for
 * it, or the window is blocked. Done once the dialog was called; whether paper came out, no browser tells.
 */
export function printInPopup(document: readonly DocumentLine[], title: string): Promise<void> {
  const popup = window.open('', '', 'width=420,height=640')
  if (!popup) return Promise.reject(new PopupBlockedError('The print window was blocked'))
  write(popup.document, document, title)
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        if (popup.closed) throw new Error('The print window was closed before it printed')
        // Firefox loads its empty page after the window was given, and in place of what was written.
        if (!popup.document.body.firstChild) write(popup.document, document, title)
        callDialog(popup)
        resolve()
      } catch (error) {
        popup.close()
        reject(error)
      }
    }, DIALOG_AFTER_MS)
  })
}

/** Where the dialog does not hold up the page, closing the window under it would end it: then the dialog's end is awaited. */
function callDialog(popup: Window): void {
  let isOpen = false
  let hasReturned = false
  const closeSoon = () => setTimeout(() => popup.close(), CLOSE_AFTER_MS)
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

function write(page: Document, document: readonly DocumentLine[], title: string): void {
  page.title = title
  const style = page.createElement('style')
  page.head.append(style)
  // Rule by rule: the pages' policy allows no text in a style element, because such text may come from anywhere.
  for (const rule of pageStyle(document)) style.sheet?.insertRule(rule, style.sheet.cssRules.length)
  for (const { text, size } of document) {
    const line = page.createElement('div')
    line.className = size
    // As text: nothing that a guest typed is ever read as HTML.
    line.textContent = text
    page.body.append(line)
  }
}

/** A page as high as its lines and without margins: browsers then add no lines of their own, and feed no empty paper. */
function pageStyle(document: readonly DocumentLine[]): string[] {
  const lines = document.reduce((sum, { size }) => sum + (size === 'large' ? SCALE.large : 1), 0)
  const height = Math.ceil(lines * LINE_MM + 2 * EDGE_MM)
  const lineMm = LINE_MM.toFixed(2)
  const largeMm = (LINE_MM * SCALE.large).toFixed(2)
  const type = `${TYPE_MM.toFixed(2)}mm/${lineMm}mm 'Courier New', 'Liberation Mono', monospace`
  return [
    `@page { size: ${PAPER_MM}mm ${height}mm; margin: 0 }`,
    'html { color: #000; background: #fff }',
    `body { margin: 0; padding: ${EDGE_MM}mm; font: ${type} }`,
    `div { height: ${lineMm}mm; white-space: pre }`,
    `.small { font-size: ${SCALE.small}em }`,
    `.large { height: ${largeMm}mm; line-height: ${largeMm}mm; font-size: ${SCALE.large}em; font-weight: bold }`,
  ]
}
