import { LANGUAGES } from '#shared/domain/language.ts'
import {
  FIRST_DISH_SCRIPT_BYTES,
  FIRST_PAGE_BYTES,
  FIRST_STYLES_BYTES,
  HUNDRED_CARDS_ELEMENTS,
  IDLE_SCRIPT_BYTES,
} from '../../bench/budgets/budgets.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { bytesOf, neverIdle, scriptsOf } from '../support/scripts.ts'

/* How much a guest's page loads and renders (docs/performance.md). */

test.describe('a guest’s page', () => {
  for (const language of LANGUAGES) {
    test(`loads little script until a dish can be added, with the words of one language (${language})`, {
      tag: ['@daily', '@chromium'],
    }, async ({ page, restaurant }) => {
      const t = translator(language)
      await setLanguage(page, language)
      await neverIdle(page)
      await page.goto('/menu')
      const [dish] = restaurant.menu
      const name = (language === 'ro' && dish?.nameRo) || dish?.name || ''
      const add = page.getByRole('button', { name: t('menu.add', { name }) }).first()
      await expect(add).toBeVisible()
      // The server renders the button, so that it is there before the script.
      const loaded = async (part: string) => (await scriptsOf(page)).filter(({ name }) => name.startsWith(part)).length
      for (const part of ['index', 'first-view']) await expect.poll(() => loaded(part)).toBe(1)
      const before = await scriptsOf(page)
      await add.click()
      await expect(page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toBeVisible()
      // Every word of the first view is in that file: the key of a missing one would be shown.
      expect(await page.locator('#root').ariaSnapshot()).not.toMatch(
        /\b(?:common|errors|menu|promotions|table|cart)\.\w/,
      )
      expect(bytesOf(before), JSON.stringify(before)).toBeLessThanOrEqual(FIRST_DISH_SCRIPT_BYTES)
    })
  }

  test('loads no more than its budget once it is idle', { tag: ['@daily', '@chromium'] }, async ({ page }) => {
    await page.goto('/menu')
    await expect(page.locator('[data-adds]').first()).toBeVisible()
    // The last to be loaded when idle: the code of the cart, after that of the parts above the menu.
    await expect.poll(async () => (await scriptsOf(page)).some(({ name }) => name.startsWith('cart-drawer'))).toBe(true)
    await page.waitForLoadState('networkidle')
    const scripts = await scriptsOf(page)
    expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(IDLE_SCRIPT_BYTES)
  })

  test('arrives with few bytes, and styles of its first view alone', { tag: ['@daily', '@chromium'] }, async ({
    restaurant,
  }) => {
    const response = await fetch(`${restaurant.url}/menu`, { headers: { 'accept-encoding': 'br' } })
    const html = await response.text()
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    expect(styles).not.toBe('')
    expect(styles.length).toBeLessThanOrEqual(FIRST_STYLES_BYTES)
    expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(FIRST_PAGE_BYTES)
    // Its code begins with what has it compiled beside the page.
    const [, entry = ''] = /<script type="module" crossorigin src="([^"]+)"/.exec(html) ?? []
    expect(await (await fetch(restaurant.url + entry)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })

  test('has few elements for each dish', async ({ page, restaurant }) => {
    await page.goto('/menu')
    await expect(page.locator('.dish')).toHaveCount(restaurant.menu.length)
    const elements = await page.evaluate(
      () => document.querySelectorAll('.dish, .dish :not([data-picture] > div *)').length,
    )
    expect((elements / restaurant.menu.length) * 100).toBeLessThanOrEqual(HUNDRED_CARDS_ELEMENTS)
  })
})

test.describe('without its code', () => {
  test.use({ expectedProblems: /failed: net::ERR_FAILED .*\/static\/|console: .*ERR_FAILED/ })

  test('a guest’s page has from the start all styles of what it shows: the late ones change nothing', async ({
    page,
  }) => {
    const looks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#root *')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const { color, backgroundColor, font, borderRadius, opacity } = getComputedStyle(element)
          return [
            element.outerHTML.slice(0, 80),
            x,
            y,
            width,
            height,
            color,
            backgroundColor,
            font,
            borderRadius,
            opacity,
          ].join()
        }),
      )
    await page.route(/\/static\/.*\.(js|woff2)$/, (route) => route.abort())
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/menu')
      const before = await looks()
      expect(before.length).toBeGreaterThan(200)
      await page.evaluate(() => {
        for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) link.rel = 'stylesheet'
      })
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
      expect(await looks()).toEqual(before)
    }
  })
})
