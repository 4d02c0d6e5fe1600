import { vi } from 'vitest'
import type { Ticket } from '#shared/contracts/orders.ts'

/** A ticket for tests, of which each names only what it is about. */
export function sampleTicket(fields: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    kind: 'kitchen',
    at: '2026-11-20T17:42:00.000Z',
    itemId: null,
    quantity: null,
    fromTable: null,
    toTable: null,
    printedAt: null,
    ...fields,
  }
}

/** The tablet's printer: what came out so far, and a fault for the next calls. */
export class FakePrinter {
  paper = ''
  cuts = 0
  sizes: number[] = []
  /** Throws when the paper has this many lines. */
  diesAt = Number.POSITIVE_INFINITY

  setFontSize(size: number): void {
    this.sizes.push(size)
  }

  async printText(text: string): Promise<void> {
    if (this.paper.split('\n').length > this.diesAt) throw new Error('No paper')
    this.paper += text
  }

  cutPaper(): void {
    this.cuts += 1
  }
}

export function withPrinter(): FakePrinter {
  const printer = new FakePrinter()
  vi.stubGlobal('InnerPrinter', printer)
  return printer
}

/** The window that opens for printing, as far as it is used. */
export class FakePopup extends EventTarget {
  closed = false
  readonly document = document.implementation.createHTMLDocument()
  /** The rules of its style element. */
  readonly rules: string[] = []
  readonly focus = vi.fn()
  readonly print = vi.fn()
  readonly close = vi.fn(() => {
    this.closed = true
  })

  /** The lines as they stand on its page. */
  get lines(): (string | null)[] {
    return [...this.document.body.children].map(({ textContent }) => textContent)
  }
}

/** What `window.open` gives: a window, or nothing where it is blocked. */
export function withPopup(popup: FakePopup | null = new FakePopup()) {
  // The DOM of the tests does not parse rules for paper (@page).
  vi.spyOn(CSSStyleSheet.prototype, 'insertRule').mockImplementation((rule) => (popup?.rules.push(rule) ?? 0) - 1)
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window | null)
  return { popup: popup as FakePopup, open }
}
