import product from '../../package.json' with { type: 'json' }
import { expect, test } from '../support/fixtures.ts'

/* A browser below the floor (package.json, browserslist): the menu as a list, and a sentence, in place of a blank page. */

test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas')))

const SENTENCE = 'Orders need a newer browser, with JavaScript.'
const [chrome, firefox, safari] = product.browserslist.map((browser) => browser.split(' >= ')[1])
const BROWSERS = `Chrome, Edge ≥ ${chrome} · Firefox ≥ ${firefox} · Safari, iOS ≥ ${safari}`

test('an older browser shows the menu as a list', async ({ page, restaurant }) => {
  await page.goto('/menu')
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByText(BROWSERS)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(restaurant.menu.length)
  await expect(page.getByRole('listitem').filter({ hasText: restaurant.menu[0]?.name })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

for (const address of ['/', '/auth', '/dashboard'])
  test(`an older browser shows a sentence at ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByText(SENTENCE)).toBeVisible()
    await expect(page.getByText(BROWSERS)).toBeVisible()
    await expect(page.locator('#root')).toHaveCount(0)
  })
