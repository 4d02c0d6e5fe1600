import type { BrowserContext, Page } from '@playwright/test'

/** A printer of the device's own, and the switch on; of the sample's late tickets it is not asked. */
export async function givePrinter(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
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

/** All that came out of it since the page was loaded. */
export const paperOf = (page: Page) => page.evaluate(() => (window as unknown as { paper: string }).paper)
