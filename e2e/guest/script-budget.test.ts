import { LANGUAGES } from '#shared/domain/language.ts'
import { FIRST_DISH_SCRIPT_BYTES, IDLE_SCRIPT_BYTES } from '../../bench/budgets/budgets.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { bytesOf, neverIdle, scriptsOf } from '../support/scripts.ts'

/* How much script a guest's page loads (docs/performance.md). */

test.describe('a guest’s page', () => {
  for (const language of LANGUAGES) {
    test(`loads little script until a dish can be added, with the words of one language (${language})`, {
      tag: '@daily',
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

  test('loads no more than its budget once it is idle', { tag: '@daily' }, async ({ page }) => {
    await page.goto('/menu')
    await expect(page.locator('[data-adds]').first()).toBeVisible()
    // The last to be loaded when idle: the code of the cart, after that of the parts above the menu.
    await expect.poll(async () => (await scriptsOf(page)).some(({ name }) => name.startsWith('cart-drawer'))).toBe(true)
    await page.waitForLoadState('networkidle')
    const scripts = await scriptsOf(page)
    expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(IDLE_SCRIPT_BYTES)
  })
})
