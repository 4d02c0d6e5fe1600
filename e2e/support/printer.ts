import type { BrowserContext, Page } from '@playwright/test'

/** Simulates a built-in printer, and switches automatic printing on, without asking about the demo's late tickets. */
export async function installPrinter(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Frames without an address have no storage.
    if (!location.protocol.startsWith('http')) return
    const value = { byItself: true, isSilent: false, leftUntil: '9999' }
    localStorage.setItem('masa.printing', JSON.stringify({ version: 1, value }))
    const tablet = window as unknown as { paper: string; InnerPrinter: object }
    tablet.paper = ''
    tablet.InnerPrinter = {
      setFontSize() {},
      printText(text: string) {
        tablet.paper += text
      },
      cutPaper() {},
    }
  })
}

/** The text printed since the page was loaded. */
export const printedText = (page: Page) => page.evaluate(() => (window as unknown as { paper: string }).paper)
