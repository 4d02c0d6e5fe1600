import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { expect, test } from '../support/fixtures.ts'
import { serveWithoutSsr } from '../support/serving.ts'
import { fillOrder } from '../support/steps.ts'

/*
 * Failures of requests, and the message that each shows (docs/product/everywhere.md#everywhere-error-toasts). Orders that may have
 * reached the server are in order-retry.test.ts; the errors of forms are tested beside each form.
 */
test.use({ expectedProblems: /(500|503) (GET|POST|PATCH) |failed: |WebSocket/ })

const failure = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ message: 'The till is on fire' }),
}

test('an order that fails on the server shows an error and keeps the cart', async ({ page, restaurant }) => {
  await page.route('**/api/orders', (route) => route.fulfill(failure))
  await fillOrder(page, restaurant.menu[2]?.name, 'Unlucky')
  await page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
  await expect(page.getByText('Error placing order. Please try again.', { exact: true })).toBeVisible()
  await expect(page.getByText('Your cart is safe; nothing in it has been lost.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('masa.cart'))).toContain(String(restaurant.menu[2]?.id))
})

test('a menu that fails to load shows an error and can be requested again', async ({ page, restaurant }) => {
  await serveWithoutSsr(page)
  await page.route('**/api/menu', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/menu')
  await expect(page.getByText('The menu could not be loaded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  // The page shows the server's message, and moves the focus to its main part, because the button disappears.
  await page.route('**/api/menu', (route) => route.fulfill(failure))
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('The till is on fire')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.unroute('**/api/menu')
  // The live connection refetches the menu when it opens, perhaps before the click.
  await expect(async () => {
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: `Add ${restaurant.menu[0]?.name} to the cart` })).toBeVisible()
  }).toPass()
})

test('an empty menu, and a menu without active dishes, show a message', async ({ page, restaurant }) => {
  const deactivated = await restaurant.query<{ id: string }>(
    'update menu_items set is_active = false where is_active returning id',
  )
  try {
    await page.goto('/menu')
    await expect(page.getByText('No categories to show right now', { exact: true })).toBeVisible()
  } finally {
    await restaurant.query('update menu_items set is_active = true where id = any($1)', [
      deactivated.map(({ id }) => id),
    ])
  }

  const categories = (await (await fetch(`${restaurant.url}/api/menu/categories`)).json()) as MenuCategory[]
  await serveWithoutSsr(page)
  await page.route('**/api/menu', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/menu/categories', (route) =>
    route.fulfill({ json: categories.map((category) => ({ ...category, hasItems: false })) }),
  )
  await page.reload()
  await expect(page.getByText('No items on the menu yet', { exact: true })).toBeVisible()
})
