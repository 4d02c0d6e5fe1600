import type { Page } from '@playwright/test'
import { expect, type Restaurant, signIn, test } from '../support/fixtures.ts'
import { fillOrder } from '../support/steps.ts'

test.use({
  expectedProblems: /failed: |WebSocket|(429|409|500|503) POST .*\/api\/orders$/,
})

const TRY_AGAIN = 'Try again'
const UNKNOWN = 'We don’t know yet whether your order arrived'

const submit = (page: Page) => page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
const countOrders = async (restaurant: Restaurant, name: string) =>
  (await restaurant.query('select id from orders where customer_name = $1', [name])).length

test('an order whose response is lost is placed once, after a reload and a second attempt', async ({
  page,
  restaurant,
}) => {
  let attempts = 0
  const keys = new Set<string | undefined>()
  await page.route('**/api/orders', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    if (++attempts > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await fillOrder(page, restaurant.menu[1]?.name, 'Lost Answer')
  await submit(page)
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  expect(await countOrders(restaurant, 'Lost Answer')).toBe(1)
  expect(attempts, 'requests before the guest tries again').toBe(1)

  await page.reload()
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await countOrders(restaurant, 'Lost Answer')).toBe(1)
  expect([attempts, keys.size]).toEqual([2, 1])
})

test('an order sent to a server that is killed is placed once, on the second attempt', {
  tag: ['@daily', '@chromium'],
}, async ({ page, restaurant }) => {
  await fillOrder(page, restaurant.menu[1]?.name, 'Killed')
  // The request reaches the suspended server, which is then killed.
  await restaurant.stall()
  await submit(page)
  await page.waitForTimeout(500)
  await restaurant.restart()
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await countOrders(restaurant, 'Killed')).toBe(1)
})

test.describe('with a style sheet that is lost once', () => {
  test.use({ expectedProblems: /failed: |Unable to preload CSS/ })
  for (const [address, file] of [
    ['/menu', 'index'],
    ['/auth', 'staff'],
    ['/kitchen', 'kitchen'],
  ] as const)
    test(`the page at ${address} gets it`, async ({ page, context, restaurant }) => {
      if (address === '/kitchen') await signIn(context, restaurant)
      const requests: string[] = []
      await page.route(`**/static/${file}-*.css`, (route) => {
        requests.push(route.request().url())
        return requests.length === 1 ? route.abort() : route.continue()
      })
      await page.goto(address)
      if (address === '/menu') await page.getByRole('button', { name: /^Add / }).first().click()
      const isLoaded = () =>
        page.evaluate(
          (lost) => [...document.styleSheets].some(({ href, cssRules }) => href === lost && cssRules.length > 0),
          requests[0] ?? '',
        )
      await expect.poll(isLoaded).toBe(true)
      expect(requests).toHaveLength(2)
      if (address !== '/menu') return
      await page.getByRole('button', { name: /^View cart/ }).click()
      await expect(page.getByRole('dialog', { name: 'Your cart' })).toHaveCSS('flex-direction', 'column')
    })
})

test.describe('with a script that fails to load once', () => {
  test.use({ expectedProblems: /failed: |Failed to fetch dynamically imported module/ })
  test('the page reloads when it needs the script, and keeps the cart', async ({ page, restaurant }) => {
    let requests = 0
    await page.route('**/static/cart-drawer-*.js', (route) => (requests++ === 0 ? route.abort() : route.continue()))
    await page.goto('/menu')
    await page.getByRole('button', { name: `Add ${restaurant.menu[4]?.name} to the cart` }).click()
    await expect.poll(() => requests).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^View cart/ }).click()
    await expect(async () => {
      const open = page.getByRole('button', { name: /^View cart/ })
      if (await open.isVisible()) await open.click()
      await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByRole('dialog').getByText(restaurant.menu[4]?.name ?? '', { exact: true })).toBeVisible()
  })
})
