import { vi } from 'vitest'

/** A fake of the tablet's printer. It records the calls, and can fail. */
export class FakePrinter {
  paper = ''
  cuts = 0
  sizes: number[] = []
  /** Number of lines printed before `printText` throws. */
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

/** A fake of the print window, with only the members in use. */
export class FakePopup extends EventTarget {
  closed = false
  readonly document = document.implementation.createHTMLDocument()
  /** The rules inserted into its style sheet. */
  readonly rules: string[] = []
  readonly focus = vi.fn()
  readonly print = vi.fn()
  readonly close = vi.fn(() => {
    this.closed = true
  })

  /** The text of each line of its page. */
  get lines(): (string | null)[] {
    return [...this.document.body.children].map(({ textContent }) => textContent)
  }
}

/** Makes `window.open` return a fake window, or null as if it were blocked. */
export function withPopup(popup: FakePopup | null = new FakePopup()) {
  // The tests' DOM does not parse @page rules.
  vi.spyOn(CSSStyleSheet.prototype, 'insertRule').mockImplementation((rule) => (popup?.rules.push(rule) ?? 0) - 1)
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window | null)
  return { popup: popup as FakePopup, open }
}
