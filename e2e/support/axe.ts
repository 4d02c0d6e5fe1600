import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules of these that look at colours: the themes differ in nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Expects axe to find nothing by WCAG 2.2 AA, in both themes.
 * @param inside checks only this part: for an open dialog, because the page behind it is dimmed and out of reach
 */
export async function expectAccessible(page: Page, where: string, inside?: string): Promise<void> {
  // The browser leaves the styles of skipped content as they were in the other theme; it shows none of them.
  if (!inside) {
    await page.evaluate(() => {
      const shown = new CSSStyleSheet()
      shown.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [shown]
    })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The browser sometimes leaves a link in the colours of the other theme: this makes it compute them again.
    await page.evaluate((scheme) => document.documentElement.style.setProperty('--judged', scheme), colorScheme)
    // Colours that fade are judged when they have arrived.
    await page.waitForTimeout(300)
    // Only violations are asked for, in the one frame that the pages have: that takes a fifth of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({
      resultTypes: ['violations'],
      runOnly: colorScheme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_COLOURS },
    })
    const { violations } = await (inside ? axe.include(inside) : axe).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    expect(found, `${where}, ${colorScheme}`).toEqual([])
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
    document.documentElement.style.removeProperty('--judged')
  })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
