import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboard-focus.ts'
import { translator } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'

/* The menu in a wide window: categories at the left, the cart at the right (docs/product/cart.md#cart-column). */

const t = translator('en')
test.use({ viewport: { width: 1440, height: 900 }, wholeMenu: true })

test('the cart stands beside the dishes from the first paint, and takes an order without a drawer', async ({
  page,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  await page.goto('/menu')
  const column = page.getByRole('region', { name: t('cart.title') })
  await expect(column.getByText(t('cart.empty'))).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.001)
  // The dishes leave its room also while the browser has not received it yet.
  const width = () => page.getByRole('main').evaluate((main) => main.clientWidth)
  const beside = await width()
  const place = page.locator('#cart-column')
  await place.evaluate((element) => element.style.setProperty('display', 'none'))
  expect(await width()).toBe(beside)
  await place.evaluate((element) => element.style.removeProperty('display'))

  await page.getByRole('button', { name: t('menu.add', { name: dish.name }) }).click()
  await expect(column.getByRole('listitem').first()).toContainText(dish.name)
  await expect(page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) })).toHaveCount(0)
  // It stays, whole, wherever the page is scrolled.
  const checkout = column.getByRole('button', { name: t('cart.checkout') })
  for (const position of [1500, 1_000_000]) {
    await page.evaluate((top) => scrollTo(0, top), position)
    await expect(checkout).toBeInViewport({ ratio: 1 })
    await expect(column.getByRole('heading', { name: t('cart.title') })).toBeInViewport({ ratio: 1 })
  }
  // The menu is not dimmed, and can be used beside the details of the order.
  await checkout.click()
  await expect(page.getByLabel(t('checkout.name'), { exact: true })).toBeVisible()
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.getByRole('button', { name: t('checkout.backToCart') }).click()
  await column.getByRole('button', { name: t('cart.remove', { name: dish.name }) }).click()
  await expect(column.getByText(t('cart.empty'))).toBeVisible()
})

test('the keyboard reaches the column from a dish, and axe finds nothing in it', async ({ page, restaurant }) => {
  const name = restaurant.menu[0]?.name
  await page.goto('/menu')
  const column = page.getByRole('region', { name: t('cart.title') })
  await expect(column.getByText(t('cart.empty'))).toBeVisible()
  await page.getByRole('button', { name: t('menu.add', { name }) }).press('Enter')
  await tabTo(page, page.getByRole('button', { name: t('cart.goTo') }))
  await page.keyboard.press('Enter')
  await expect(column).toBeFocused()
  await expectAccessible(page, 'the column', '#cart-column')
  await tabTo(page, column.getByRole('button', { name: t('cart.noteFor', { name }) }))
  await tabTo(page, column.getByRole('button', { name: t('cart.checkout') }))
  await page.keyboard.press('Enter')
  const details = page.locator('#cart-column')
  await expect(details.getByLabel(t('checkout.name'), { exact: true })).toBeVisible()
  await expectAccessible(page, 'the details of an order in the column', '#cart-column')
  await details.getByRole('button', { name: t('checkout.backToCart') }).press('Enter')
  await expect(column.getByRole('button', { name: t('cart.checkout') })).toBeFocused()
})

test('the categories are a list that marks where the guest is; below 1200 px a row with arrows', async ({
  page,
  restaurant,
}) => {
  await page.goto('/menu')
  const names = [...new Set(restaurant.menu.map(({ category }) => category))]
  const categories = page.getByRole('navigation', { name: t('menu.categories') })
  const boxOf = async (index: number) =>
    categories.getByRole('button', { name: names[index], exact: true }).boundingBox()
  const [first, second] = [await boxOf(0), await boxOf(1)]
  expect(second?.x).toBe(first?.x)
  expect(second?.y).toBeGreaterThan(first?.y ?? 0)
  const far = names.at(-2) ?? ''
  await categories.getByRole('button', { name: far, exact: true }).click()
  await expect(page.getByRole('heading', { name: far, exact: true })).toBeInViewport()
  await expect(categories.locator('[aria-current]')).toHaveText(far)

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.reload()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(categories.locator('[aria-current]')).toHaveText(names[0] ?? '')
  const last = categories.getByRole('button', { name: names.at(-1), exact: true })
  await expect(last).not.toBeInViewport()
  const next = categories.locator('> button[aria-hidden]').last()
  await expect(async () => {
    await next.click({ timeout: 1_000 })
    await expect(last).toBeInViewport({ ratio: 1, timeout: 100 })
  }).toPass()
  // Nothing of the row stands outside the content's edge.
  const [row, content] = await Promise.all([
    categories.locator('div').first().boundingBox(),
    page.locator('header > div').first().boundingBox(),
  ])
  expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual((content?.x ?? 0) + (content?.width ?? 0) - 40)
})

test('while orders are paused, a strip below the header says so wherever the page is, and so does the cart', async ({
  page,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/menu')
    await page.locator('[data-adds]').first().click()
    const strip = page.locator('[data-notice]')
    await expect(strip).toHaveText(t('menu.paused'))
    await page.evaluate(() => scrollTo(0, 3000))
    await expect(strip).toBeInViewport({ ratio: 1 })
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(46)
    await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: t('cart.paused') })).toBeDisabled()
  } finally {
    await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  }
})
