import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The colour rules among them: only these are checked again in the dark theme, which differs in nothing but colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Passed in place of axe's source if the page has already loaded it: saves parsing it for each analysis. */
const ALREADY_LOADED = 'void 0'

/**
 * Expects axe to find no violation of WCAG 2.2 AA in either theme.
 * @param inside checks only this part: for an open dialog, because the page behind it is dimmed and inert
 */
export async function expectAccessible(page: Page, where: string, inside?: string): Promise<void> {
  // What axe reads is the same in each engine.
  if (page.context().browser()?.browserType().name() !== 'chromium') return
  // A page that is loading again has only a spinner.
  await expect(page.locator('h1').first(), `${where}: the heading`).toBeAttached()
  // Chromium does not restyle skipped content (`content-visibility`) for another theme until it is shown.
  if (!inside) {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      // A button half behind a bar would count as too small; the page can be scrolled.
      sheet.replaceSync('* { content-visibility: visible !important } [data-kept-free] { position: static !important }')
      document.adoptedStyleSheets = [sheet]
    })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const isLoaded = await page.evaluate(settleStyles, colorScheme)
    // Only violations, only in the main frame: that takes a fifth of the time.
    const axe = new AxeBuilder(isLoaded ? { page, axeSource: ALREADY_LOADED } : { page }).setLegacyMode().options({
      resultTypes: ['violations'],
      runOnly: colorScheme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES },
    })
    const { violations } = await (inside ? axe.include(inside) : axe).analyze()
    const messages = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect(messages, `${where}, ${colorScheme}`).toEqual([])
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
    document.documentElement.style.removeProperty('--theme-under-test')
  })
  await page.emulateMedia({ colorScheme: null })
}

/**
 * Runs in the page: waits until the theme's colours are computed and no transition is running.
 * @returns whether axe is loaded
 */
async function settleStyles(colorScheme: string): Promise<boolean> {
  // Chromium sometimes leaves a link in the colours of the other theme; a changed property restyles it.
  document.documentElement.style.setProperty('--theme-under-test', colorScheme)
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isRunning = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  await nextFrame()
  await nextFrame()
  while (document.getAnimations().some(isRunning)) await nextFrame()
  return 'axe' in window
}
