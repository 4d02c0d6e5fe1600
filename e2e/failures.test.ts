import type { MenuCategory } from '../shared/contracts/menu.ts'
import { LANGUAGES } from '../shared/domain/language.ts'
import { expect, OWNER, test } from './fixtures.ts'
import { speak } from './speak.ts'

/*
 * Every failure that can be brought about is, and its words are read from the page
 * (docs/product.md#everywhere-error-toasts). Those about orders that may have arrived are in one-key.test.ts.
 */
test.use({ expected: /(500|503) (GET|POST|PATCH) |failed: |WebSocket/ })

const fail = { status: 500, contentType: 'application/json', body: JSON.stringify({ message: 'The till is on fire' }) }

test('login, registration and logout that fail say what the server said', async ({ page, board }) => {
  await page.goto('/auth')
  await page.route('**/api/login', (route) => route.fulfill(fail))
  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('The till is on fire', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Register' }).click()
  await page.route('**/api/register', (route) =>
    route.fulfill({ ...fail, body: JSON.stringify({ message: 'Full up' }) }),
  )
  await page.getByLabel('Username').fill('somebody')
  await page.getByLabel('Password', { exact: true }).fill('parola1')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Full up', { exact: true })).toBeVisible()

  await board.goto('/dashboard')
  await board.route('**/api/logout', (route) => route.fulfill(fail))
  await board.getByRole('button', { name: 'Log out' }).click()
  await expect(board.getByText('The till is on fire', { exact: true })).toBeVisible()
  await expect(board).toHaveURL(/\/dashboard/)
})

const UNSAVED = {
  en: { pause: 'Pause orders', said: ['Error', 'Failed to update settings. Please try again.'] },
  ro: { pause: 'Suspendați comenzile', said: ['Eroare', 'Setările nu au putut fi actualizate. Încercați din nou.'] },
}
for (const language of LANGUAGES)
  test(`settings that cannot be saved (${language})`, async ({ board }) => {
    const { pause, said } = UNSAVED[language]
    await speak(board, language)
    await board.goto('/dashboard')
    await board.route('**/api/settings', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(fail) : route.continue(),
    )
    await board.getByRole('switch', { name: pause }).click()
    for (const text of said) await expect(board.getByText(text, { exact: true })).toBeVisible()
    await expect(board.getByRole('switch', { name: pause })).toHaveAttribute('aria-checked', 'false')
  })

test('an order that the server cannot take keeps the cart and says so', async ({ page, restaurant }) => {
  await page.route('**/api/orders', (route) => route.fulfill(fail))
  await page.goto('/menu')
  await page.getByRole('button', { name: `Add ${restaurant.menu[2]?.name} to the cart` }).click()
  await page.getByRole('button', { name: /^Open the cart/ }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Name').fill('Unlucky')
  await page.getByLabel('Phone').fill('0712345678')
  await page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
  await expect(page.getByText('Error placing order. Please try again.', { exact: true })).toBeVisible()
  await expect(page.getByText('Your cart is safe; nothing in it has been lost.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('masa.cart'))).toContain(String(restaurant.menu[2]?.id))
})

test('a menu that cannot be loaded says so and offers to try again', async ({ page, restaurant }) => {
  await page.route('**/api/menu', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/menu')
  await expect(page.getByText('The menu could not be loaded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  // The server's own words where it has some, and the focus stays in the page while the button is gone.
  await page.unroute('**/api/menu')
  await page.route('**/api/menu', (route) => route.fulfill(fail))
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('The till is on fire')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.unroute('**/api/menu')
  // By the button, unless the live connection has been quicker: it fetches anew when it opens.
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: `Add ${restaurant.menu[0]?.name} to the cart` })).toBeVisible()
  }).toPass()
})

test('an empty menu, and one without an active dish, say so', async ({ page, restaurant }) => {
  const shown = await restaurant.query<{ id: string }>(
    'update menu_items set is_active = false where is_active returning id',
  )
  try {
    await page.goto('/menu')
    await expect(page.getByText('No categories to show right now', { exact: true })).toBeVisible()
  } finally {
    await restaurant.query('update menu_items set is_active = true where id = any($1)', [shown.map(({ id }) => id)])
  }

  const categories = (await (await fetch(`${restaurant.url}/api/menu/categories`)).json()) as MenuCategory[]
  await page.route('**/api/menu', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/menu/categories', (route) =>
    route.fulfill({ json: categories.map((category) => ({ ...category, hasItems: false })) }),
  )
  await page.reload()
  await expect(page.getByText('No items on the menu yet', { exact: true })).toBeVisible()
})

test('a picture that fails gives way to the drawn plate', async ({ page, restaurant }) => {
  await page.route('**/pictures/**', (route) => route.abort())
  await page.goto('/menu')
  const card = page.locator(`#dish-${restaurant.menu[0]?.id}`)
  await expect(card.locator('svg').first()).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
})
