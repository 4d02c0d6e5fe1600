import type { Page } from '@playwright/test'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { makeDish, serveMenu, serveWithoutSsr } from '../support/serving.ts'
import { tableBadge } from '../support/steps.ts'

/* How a guest's page handles invalid addresses, stored data and texts. */

// The page's Content-Security-Policy blocks the javascript: address, and Chromium logs it.
test.use({ expectedProblems: /javascript:hacked/ })

test('the former address /order redirects to the menu and keeps a valid table', async ({ page, restaurant }) => {
  const [table] = await restaurant.query<{ id: number; number: number }>('select id::int, number from tables limit 1')
  await page.goto('/order')
  await expect(page).toHaveURL(/\/menu$/)
  await page.goto(`/order?table=${table?.id}`)
  await expect(page).toHaveURL(new RegExp(`/menu\\?table=${table?.id}$`))
  await page.getByRole('button', { name: 'Order on my own' }).click()
  const badge = page.getByRole('banner').getByText(`Table ${table?.number}`, { exact: true })
  await expect(badge).toBeVisible()
  const box = await badge.boundingBox()
  // Beside the glyph.
  expect(box?.x, 'at the top left').toBeLessThan(110)
  expect(box?.y).toBeLessThan(120)
  await page.getByRole('button', { name: 'Leave the table' }).click()
  await expect(badge).toBeHidden()
  await expect(page).toHaveURL(/\/menu$/)

  for (const invalid of ['abc', '1.5', '', '<script>']) {
    await page.goto(`/order?table=${encodeURIComponent(invalid)}`)
    await expect(page).toHaveURL(/\/menu\?table=/)
    await expect(page.getByRole('button', { name: /^Add / }).first()).toBeVisible()
    await expect(tableBadge(page)).toHaveCount(0)
    await expect(page.getByText('No such table.')).toHaveCount(0)
  }
  await page.goto('/order?table=99999')
  await expect(page.getByText('No such table. You can order without one.')).toBeVisible()
})

const SCRIPT = '<img src=x onerror="hacked=1"><script>hacked=1</script>{{hacked}}$t(common.close)'

test('HTML and scripts in texts are shown as text', async ({ page, restaurant }) => {
  await serveMenu(page, [
    makeDish(1, {
      name: SCRIPT,
      description: SCRIPT,
      category: SCRIPT,
      allergens: SCRIPT,
      imageUrl: 'javascript:hacked=1',
    }),
  ])
  const settings = (await (await fetch(`${restaurant.url}/api/settings`)).json()) as Record<string, unknown>
  const texts = { restaurantName: SCRIPT, restaurantAddress: SCRIPT, legalName: SCRIPT }
  await serveWithoutSsr(page)
  await page.route('**/api/settings', (route) => route.fulfill({ json: { ...settings, ...texts } }))
  const expectSafe = async (where: string) =>
    expect([where, await page.evaluate(() => ('hacked' in window ? 'hacked' : 'safe'))]).toEqual([where, 'safe'])
  await page.goto('/menu')
  await expect(page.getByRole('heading', { name: SCRIPT, exact: true })).toHaveCount(2)
  await expect(page.getByRole('banner').getByText(SCRIPT, { exact: true })).toHaveCount(2)
  await expect(page).toHaveTitle(`Menu · ${SCRIPT}`)
  await page.getByRole('button', { name: `Add ${SCRIPT} to the cart` }).click()
  await expect(page.getByText(`${SCRIPT} added: 1 in the cart`)).toHaveCount(1)
  await page.getByRole('button', { name: `Details and allergens: ${SCRIPT}` }).click()
  await expect(page.getByRole('dialog', { name: SCRIPT }).getByText(SCRIPT, { exact: true })).toHaveCount(4)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search the menu' }).click()
  await page.getByRole('searchbox').fill('<script>')
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([SCRIPT, SCRIPT])
  await page.keyboard.press('Escape')
  await expectSafe('menu')
  // The search takes its entry out of the history, which would stop another page from loading.
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: `Welcome to ${SCRIPT}` })).toBeVisible()
  await expectSafe('landing')
})

test('a stored cart with deleted dishes and invalid data is repaired with a notice', async ({ page, restaurant }) => {
  const [first, second] = restaurant.menu
  if (!first || !second) throw new Error('the menu is empty')
  const deletedDish = { id: 987654, name: 'Phoenix', nameRo: 'Fenix', price: 100, imageUrl: '', tags: [] }
  const cartDish = (item: typeof first) => ({
    id: item.id,
    name: item.name,
    nameRo: item.nameRo,
    price: item.price,
    imageUrl: item.imageUrl,
    tags: item.tags,
  })
  const UNREADABLE = 'Part of your earlier cart could not be read and was removed.'

  const lines = [
    { dish: { ...cartDish(first), price: 1 }, quantity: 3, notes: 'warm' },
    { dish: deletedDish, quantity: 1 },
    { dish: cartDish(second), quantity: -4 },
    'nonsense',
  ]
  await openWithCart(page, restaurant, JSON.stringify({ version: 1, value: lines }))
  await expect(
    page.getByText('No longer on the menu, so removed from your cart: Phoenix', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(`${UNREADABLE} · The price has changed: ${first.name}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'View cart: 3 dishes' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'View cart: 3 dishes' })).toBeVisible()
  await expect(page.getByText(UNREADABLE), 'the notice is shown once').toHaveCount(0)
})

async function openWithCart(page: Page, { url }: Restaurant, cart: string): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate((cart) => localStorage.setItem('masa.cart', cart), cart)
  await page.goto(`${url}/menu`)
}
