import type { Page } from '@playwright/test'
import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'

// What is asked without a network fails, and Chromium says so of each.
test.use({
  serviceWorkers: 'allow',
  changesMenu: true,
  expected:
    /^failed: net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|^console: |404 GET .*\/nowhere$/,
})

const NOTICE = /^You are offline\. This is the menu as of \d\d:\d\d\. An order can be sent once you are online again\.$/

/** Opens the menu as a guest who comes for the first time, and waits until the browser has it. */
async function visit(page: Page, address = '/menu'): Promise<void> {
  await page.goto(address)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const cards = (page: Page) => page.locator('[id^="dish-"]')
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /offline/ })

test('a menu once seen opens without a network, says how old it is, and is fresh once the network is back', async ({
  page,
  context,
  restaurant,
}) => {
  test.slow()
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  await visit(page)
  await context.setOffline(true)
  await page.reload()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(notice(page)).toHaveText(NOTICE)
  await expectAccessible(page, 'the menu offline')
  // Parts that come later are there as well.
  await page
    .locator(`#dish-${dish.id}`)
    .getByRole('button', { name: `Add ${dish.name} to the cart` })
    .click()
  await page.getByRole('button', { name: /^Open the cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Meanwhile in the kitchen: another price.
  const { status } = await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { price: 12_345 })
  expect(status).toBe(200)
  await expect(page.locator(`#dish-${dish.id}`)).not.toContainText('123.45')
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0, { timeout: 20_000 })
  await expect(page.locator(`#dish-${dish.id}`)).toContainText('123.45')

  // The server is stopped, and then it hears and does not answer: the dishes come after a few seconds.
  await speak(context, 'ro')
  await restaurant.stall()
  await page.reload()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(page.locator(`#dish-${dish.id}`)).toContainText(nameIn('ro', dish))
  await expect(
    page.getByRole('status').filter({ hasText: /^Sunteți offline\. Acesta este meniul de la ora/ }),
  ).toBeVisible()
  await restaurant.restart()
  await expect(page.getByRole('status').filter({ hasText: /offline/ })).toHaveCount(0, { timeout: 30_000 })
})

test('only the menu is the worker’s: other pages are the server’s, and who signs in is shown nothing of before', async ({
  page,
  context,
  restaurant,
}) => {
  test.slow()
  await visit(page)
  // Of the page and its table, whatever network there is.
  await context.setOffline(true)
  await page.goto('/menu?table=2')
  await expect(page.getByText(/Table \d+/).first()).toBeVisible()
  await context.setOffline(false)
  const kept = () => page.evaluate(() => caches.has('masa-answers'))
  expect(await kept()).toBe(true)
  await page.goto('/order?table=2')
  await expect(page).toHaveURL(/\/menu\?table=2$/)
  for (const address of ['/', '/auth', '/dashboard', '/nowhere']) {
    await page.goto(address)
    expect(await page.evaluate(() => navigator.serviceWorker.controller), address).toBeNull()
  }

  await page.goto('/auth')
  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(await kept()).toBe(false)
  // The owner's own menu is not kept either.
  await page.goto('/menu')
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('The menu could not be loaded', { exact: true })).toBeVisible()
  await expect(page.goto('/dashboard')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})
