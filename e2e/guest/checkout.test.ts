import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { hold } from '../support/serving.ts'

test.use({ expectedProblems: /409 POST .*\/api\/orders$|failed: / })

const language = 'ro'

test('the checkout fits a phone, as a dialog above the cart’s drawer', async ({ page, restaurant }) => {
  const t = translator(language)
  const [dish] = restaurant.menu
  if (!dish) throw new Error('the menu is empty')
  await setLanguage(page, language)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/menu')
  await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await expect(form.getByText(t('checkout.privacyMore'))).toBeInViewport({ ratio: 1 })
  await expect(
    form.getByText(t('checkout.summary', { count: 1, total: formatMoney(dish.price, 'lei') })),
  ).toBeInViewport()
  const hidden = () =>
    form.locator('form').evaluate((form) => {
      const frame = form.closest('.overflow-y-auto')
      return frame && frame.scrollHeight - frame.clientHeight
    })
  expect(await hidden()).toBe(0)
  // Who eats here is also asked for the table.
  await form.getByRole('radio').first().check({ force: true })
  await expect(form.getByText(t('checkout.seat'))).toBeVisible()
  expect(await hidden()).toBe(0)
  await form.getByRole('button', { name: t('common.close') }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: t('cart.title') })).toBeVisible()
})

test('the checkout shows the legal notices, and a price that changed since the guest opened the menu', async ({
  page,
  restaurant,
}) => {
  const t = translator(language)
  const [first, second] = restaurant.menu
  if (!first || !second) throw new Error('the menu is empty')
  await setLanguage(page, language)
  await page.goto('/menu')
  const foot = page.getByRole('contentinfo')
  await expect(foot).toContainText('Prețurile includ TVA.')
  await expect(foot).toContainText(t('menu.adultsOnlyNote'))
  await expect(foot.getByRole('link', { name: /SAL/ })).toHaveAttribute('href', /^https:\/\/anpc\.ro\//)
  for (const dish of [first, second])
    await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 2 }) }).click()
  await expect(page.getByRole('dialog')).toContainText(t('cart.allergensHint'))
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await form.getByText(t('checkout.privacyMore')).click()
  for (const detail of ['La Conac Ospătărie SRL', 'RO00000014', 'GDPR', 'ANSPDCP'])
    await expect(form.locator('details').last()).toContainText(detail)

  const button = (total: number) =>
    form.getByRole('button', { name: t('checkout.payTakeaway', { total: formatMoney(total, 'lei') }), exact: true })
  const total = first.price + second.price
  await form.getByLabel(t('checkout.name'), { exact: true }).fill('Lege')
  await form.getByLabel(t('checkout.phone'), { exact: true }).fill('0712345678')

  // The page must not receive the change before the server rejects the order.
  const releaseMenu = await hold(page, /\/api\/menu$/)
  await page.route(/\/api\/settings$/, (route) => route.abort())
  try {
    await restaurant.query('update menu_items set price = price + 150 where id = $1', [first.id])
    await button(total).click()
    const notice = form.getByRole('alert')
    const [before, after] = [total, total + 150].map((sum) => formatMoney(sum, 'lei'))
    await expect(notice).toContainText(t('checkout.priceChangedDescription', { before, now: after }))
    await expect(notice.getByRole('listitem')).toContainText(
      t('checkout.priceFromTo', {
        name: nameIn(language, first),
        before: formatMoney(first.price, 'lei'),
        now: formatMoney(first.price + 150, 'lei'),
      }),
    )
    await expect(page.getByText(t('cart.orderError'), { exact: true }).first()).toBeVisible()
    await expectAccessible(page, 'a changed price', '[role=dialog]')

    releaseMenu()
    await button(total + 150).click()
    await expect(page.getByRole('dialog', { name: t('checkout.success') })).toContainText(
      formatMoney(total + 150, 'lei'),
    )
  } finally {
    await restaurant.query('update menu_items set price = price - 150 where id = $1', [first.id])
  }
})
