import type { Page } from '@playwright/test'
import { expect, type Restaurant, test } from '../support/fixtures.ts'

test.use({
  expected: /failed: |WebSocket|(429|409|503) POST .*\/api\/orders$/,
})

const TRY_AGAIN = 'Try again'
const UNKNOWN = 'We don’t know yet whether your order arrived'

/** Fills cart and form up to the button. */
async function prepare(page: Page, restaurant: Restaurant, name: string): Promise<void> {
  await page.goto('/menu')
  await page.getByRole('button', { name: `Add ${restaurant.menu[1]?.name} to the cart` }).click()
  await page.getByRole('button', { name: /^Open the cart/ }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill('0712345678')
}

const press = (page: Page) => page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
const ordersOf = async (restaurant: Restaurant, name: string) =>
  (await restaurant.query('select id from orders where customer_name = $1', [name])).length

test('an answer that is lost on the way gives one order, after a reload and a second try', async ({
  page,
  restaurant,
}) => {
  let tries = 0
  const keys = new Set<string | undefined>()
  await page.route('**/api/orders', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    if (++tries > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await prepare(page, restaurant, 'Lost Answer')
  await press(page)
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  expect(await ordersOf(restaurant, 'Lost Answer')).toBe(1)
  expect(tries, 'nothing is retried by itself').toBe(1)

  await page.reload()
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await ordersOf(restaurant, 'Lost Answer')).toBe(1)
  expect([tries, keys.size]).toEqual([2, 1])
})

test('a reload while the order is under way gives one order', async ({ page, restaurant }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = () => {}
  const sent = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await page.route('**/api/orders', async (route) => {
    arrived()
    await held
    await route.continue().catch(() => {})
  })
  await prepare(page, restaurant, 'Reloader')
  await press(page)
  await sent
  await page.reload()
  release()
  await page.unroute('**/api/orders')
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await ordersOf(restaurant, 'Reloader')).toBe(1)
})

test('a 429 in between keeps key and order', async ({ page, restaurant }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/orders', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    return route.fulfill({
      status: 429,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Too many attempts. Please wait a moment.', code: 'too_many_requests' }),
    })
  })
  await prepare(page, restaurant, 'Limited')
  await press(page)
  await expect(page.getByText('Too many attempts. Please wait a moment.').first()).toBeVisible()
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await ordersOf(restaurant, 'Limited')).toBe(1)
})

test('the server killed before its 201: the order is kept, said so, and made once', async ({ page, restaurant }) => {
  await prepare(page, restaurant, 'Killed')
  // The order reaches a server that dies with it.
  await restaurant.stall()
  await press(page)
  await page.waitForTimeout(500)
  await restaurant.restart()
  await expect(page.getByText(UNKNOWN).last()).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await ordersOf(restaurant, 'Killed')).toBe(1)
})

test('a price that changed meanwhile is shown and asked about, and has a new key', async ({ page, restaurant }) => {
  const dish = restaurant.menu[1]
  const keys: (string | undefined)[] = []
  await page.route('**/api/orders', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return route.continue()
  })
  await prepare(page, restaurant, 'Bargainer')
  // The guest's page must not hear of the new price.
  await page.route('**/api/menu', (route) => route.abort())
  await restaurant.query('update menu_items set price = price + 100 where id = $1', [dish?.id])
  await press(page)
  await expect(page.getByText('Prices have changed').first()).toBeVisible()
  expect(await ordersOf(restaurant, 'Bargainer')).toBe(0)
  await page.unroute('**/api/menu')
  await press(page)
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  const [order] = await restaurant.query<{ total: string }>(
    `select total from orders where customer_name = 'Bargainer'`,
  )
  expect(Number(order?.total)).toBe((dish?.price ?? 0) + 100)
  expect(new Set(keys).size).toBe(2)
  await restaurant.query('update menu_items set price = price - 100 where id = $1', [dish?.id])
})

test('a dish that sold out meanwhile is named, and nothing is ordered', async ({ page, restaurant }) => {
  const dish = restaurant.menu[1]
  await prepare(page, restaurant, 'Too Late')
  await page.route('**/api/menu', (route) => route.abort())
  await restaurant.query('update menu_items set is_active = false where id = $1', [dish?.id])
  await press(page)
  await expect(page.getByText(`No longer available: ${dish?.name}`)).toBeVisible()
  expect(await ordersOf(restaurant, 'Too Late')).toBe(0)
  // It was the only dish: the dialog gives way to the empty cart.
  await page.getByRole('button', { name: 'Remove from the cart' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Order with obligation to pay/ })).toBeHidden()
  await restaurant.query('update menu_items set is_active = true where id = $1', [dish?.id])
})

test('a refusal of an order that is sent again from the page is shown, with its reason', async ({
  page,
  restaurant,
}) => {
  let tries = 0
  await page.route('**/api/orders', (route) => (++tries === 1 ? route.abort('connectionreset') : route.continue()))
  await prepare(page, restaurant, 'Sent Again')
  await press(page)
  await expect(page.getByText(UNKNOWN).last()).toBeVisible()
  await page.reload()
  await expect(page.getByText(UNKNOWN)).toBeVisible()
  const dish = restaurant.menu[1]
  await restaurant.query('update menu_items set price = price + 100 where id = $1', [dish?.id])
  await page.getByRole('button', { name: TRY_AGAIN }).click()
  await expect(page.getByRole('dialog').getByText('Prices have changed').first()).toBeVisible()
  expect(await ordersOf(restaurant, 'Sent Again')).toBe(0)
  await restaurant.query('update menu_items set price = price - 100 where id = $1', [dish?.id])
})

test('orders paused: said on the menu before checkout, and refused by the server', async ({ page, restaurant }) => {
  await prepare(page, restaurant, 'Patient')
  try {
    // The page must not hear of the pause before the guest presses.
    await page.route('**/api/settings', (route) => route.abort())
    await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
    await press(page)
    await expect(
      page.getByText('The kitchen is not taking orders at the moment. Please try again later.').first(),
    ).toBeVisible()
    expect(await ordersOf(restaurant, 'Patient')).toBe(0)
    await page.unroute('**/api/settings')
    await page.goto('/menu')
    await expect(page.getByText('The kitchen is not taking orders at the moment.').first()).toBeVisible()
  } finally {
    await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  }
})

test.describe('with a part of the page that cannot be fetched once', () => {
  test.use({ expected: /failed: |Failed to fetch dynamically imported module/ })
  test('the page is loaded anew when the part is needed, and the cart is kept', async ({ page, restaurant }) => {
    let refused = 0
    await page.route('**/static/cart-drawer-*.js', (route) => (refused++ === 0 ? route.abort() : route.continue()))
    await page.goto('/menu')
    await page.getByRole('button', { name: `Add ${restaurant.menu[4]?.name} to the cart` }).click()
    await expect.poll(() => refused).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Open the cart/ }).click()
    await expect(async () => {
      const open = page.getByRole('button', { name: /^Open the cart/ })
      if (await open.isVisible()) await open.click()
      await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByRole('dialog').getByText(restaurant.menu[4]?.name ?? '', { exact: true })).toBeVisible()
  })
})
