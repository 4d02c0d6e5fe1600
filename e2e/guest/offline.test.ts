import type { Page } from '@playwright/test'
import { nameIn } from '#shared/domain/language.ts'
import { OFFLINE_PAGE } from '#shared/i18n/offers.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'

// Browsers log every request that fails without a network.
test.use({
  serviceWorkers: 'allow',
  changesMenu: true,
  expectedProblems:
    /^failed: (net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|NS_ERROR_)|^console: |^error: (Firefox can’t establish|Failed to load|no-response)|404 GET .*\/(nowhere|reserve\/secret)$|503 GET .*\/(auth|dashboard|nowhere|reserve\/\w+)?$/,
})

const NOTICE = /^You are offline\. This is the menu as of \d\d:\d\d\. An order can be sent once you are online again\.$/

/** Opens the menu for the first time, and waits until the service worker has stored it. */
async function visit(page: Page, address = '/menu'): Promise<void> {
  await page.goto(address)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const cards = (page: Page) => page.locator('[id^="dish-"]')
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /offline/ })

test('the menu opens offline from the cache, shows its age, and updates once the network is back', {
  tag: '@firefox',
}, async ({ page, context, restaurant }) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  // Where dishes have hours, the menu asks for those of the restaurant, which nothing caches.
  const allDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))
  await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { servedHours: allDay })
  await visit(page)
  // From the second visit on, the worker serves the page.
  await visit(page)
  await context.setOffline(true)
  await expect(notice(page)).toHaveText(NOTICE)
  await page.reload()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(notice(page)).toHaveText(NOTICE)
  await expectAccessible(page, 'the menu offline')
  // Parts of the page that load later work as well.
  await page
    .locator(`#dish-${dish.id}`)
    .getByRole('button', { name: `Add ${dish.name} to the cart` })
    .click()
  await page.getByRole('button', { name: /^View cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A price changes meanwhile.
  const { status } = await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { price: 12_345 })
  expect(status).toBe(200)
  await expect(page.locator(`#dish-${dish.id}`)).not.toContainText('123.45')
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await expect(page.locator(`#dish-${dish.id}`)).toContainText('123.45')

  // If the server accepts connections but does not respond, the cached menu is shown after a few seconds.
  await setLanguage(context, 'ro')
  await restaurant.stall()
  await page.reload()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(page.locator(`#dish-${dish.id}`)).toContainText(nameIn('ro', dish))
  await expect(
    page.getByRole('status').filter({ hasText: /^Sunteți offline\. Acesta este meniul de la ora/ }),
  ).toBeVisible()
  await restaurant.restart()
  await expect(page.getByRole('status').filter({ hasText: /offline/ })).toHaveCount(0)
  // Other files of this worker order the dish at its former price.
  await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { price: dish.price, servedHours: null })
})

test('offline, every other address leads to the stored menu, and signing in clears its cache', async ({
  page,
  context,
  restaurant,
}) => {
  await visit(page)
  // The menu of a table also opens offline.
  await context.setOffline(true)
  await page.goto('/menu?table=2')
  await expect(page.getByText(/Table \d+/).first()).toBeVisible()
  await context.setOffline(false)
  const hasCache = () => page.evaluate(() => caches.has('masa-responses'))
  expect(await hasCache()).toBe(true)
  await page.goto('/order?table=2')
  await expect(page).toHaveURL(/\/menu\?table=2$/)
  const noConnection = page.getByRole('heading', { name: OFFLINE_PAGE.en.title })
  const toMenu = page.getByRole('link', { name: new RegExp(`^${OFFLINE_PAGE.en.menuOf} \\d\\d:\\d\\d$`) })
  await context.setOffline(true)
  for (const address of ['/', '/auth', '/dashboard', '/nowhere']) {
    await page.goto(address)
    await expect(noConnection).toBeVisible()
    await expect(toMenu).toBeVisible()
  }
  await expectAccessible(page, 'offline')
  await toMenu.click()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await context.setOffline(false)

  await page.goto('/auth')
  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(await hasCache()).toBe(false)
  // The menu of a signed-in user is not cached.
  await page.goto('/menu')
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('The menu could not be loaded', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(noConnection).toBeVisible()
  await expect(toMenu).toHaveCount(0)
})

test('the worker stores no page of a reservation', async ({ page, context }) => {
  await visit(page)
  await visit(page)
  await page.goto('/reserve/secret')
  await expect(page.getByRole('heading', { name: 'We can’t find this reservation' })).toBeVisible()
  const stored = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toContain('/menu')
  expect(stored.filter((path) => /reserv/.test(path))).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: OFFLINE_PAGE.en.title })).toBeVisible()
})
