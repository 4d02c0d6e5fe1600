import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { closeSuccess } from '../support/steps.ts'

const language = 'en'

test('a guest places a takeaway order, and the board shows it', {
  tag: ['@daily', '@translated'],
}, async ({ page, dashboard, restaurant }) => {
  const t = translator(language)
  const [first, second] = restaurant.menu
  if (!first || !second) throw new Error('the menu is empty')
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()

  // In Firefox, no other window has the focus.
  await page.bringToFront()
  await page.goto('/menu')
  await expect(page.getByText(first.category).first()).toBeVisible()
  await expectAccessible(page, 'menu')

  // The add button becomes a stepper; the badge counts the dishes.
  await page.getByRole('button', { name: t('menu.add', { name: first.name }) }).click()
  await page.getByRole('button', { name: t('menu.more', { name: first.name }) }).click()
  await page.getByRole('button', { name: t('menu.add', { name: second.name }) }).click()
  await page.getByRole('button', { name: t('menu.less', { name: second.name }) }).click()
  await page.getByRole('button', { name: t('menu.add', { name: second.name }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 3 }) }).click()

  const drawer = page.getByRole('dialog', { name: t('cart.title') })
  await expect(drawer.getByText(first.name, { exact: true })).toBeVisible()
  const total = first.price * 2 + second.price
  await expect(drawer).toContainText(formatMoney(total, 'lei').split(' ')[0] ?? '')
  await expectAccessible(page, 'cart', '[role=dialog]')
  const noteFor = t('cart.noteFor', { name: first.name })
  await drawer.getByRole('button', { name: noteFor }).click()
  await drawer.getByRole('textbox', { name: noteFor }).fill('fără ceapă')
  await drawer.getByRole('button', { name: t('cart.checkout') }).click()

  const form = page.getByRole('dialog', { name: t('checkout.title') })
  const submit = form.getByRole('button', { name: `Order with obligation to pay · ${formatMoney(total, 'lei')}` })
  await submit.click()
  await expect(form.getByText(t('nameRequired'))).toBeVisible()
  await expect(form.getByLabel(t('checkout.name')).first()).toBeFocused()
  await expectAccessible(page, 'checkout', '[role=dialog]')

  await form.getByLabel(t('checkout.name')).first().fill('Ilinca')
  await form.getByLabel(t('checkout.phone')).fill('0712345678')
  await submit.dblclick()

  const success = page.getByRole('dialog', { name: t('checkout.success') })
  await expect(success).toBeVisible()
  await expect(success).toContainText(/Returning to menu in.*\d/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('"quantity"')

  const rows = await restaurant.query<{
    id: number
    total: string
    lines: number
    notes: string
    phone_number: string
  }>(
    `select o.id::int, o.total, o.phone_number, count(i.*)::int as lines, max(i.notes) as notes
       from orders o join order_items i on i.order_id = o.id where o.customer_name = $1 group by o.id`,
    ['Ilinca'],
  )
  expect(rows).toEqual([
    { id: rows[0]?.id, total: String(total), lines: 2, notes: 'fără ceapă', phone_number: '40712345678' },
  ])

  const card = dashboard.getByRole('article', { name: `Order #${rows[0]?.id}`, exact: true })
  await expect(card).toBeVisible()
  await expect(card).toContainText('Ilinca')
  await expect(card).toContainText('fără ceapă')
  await expect(card).toContainText(formatMoney(total, 'lei'))
  await expect(dashboard.getByText('Comandă nouă!', { exact: true })).toBeVisible()
  await expect(dashboard.getByText(`Comanda #${rows[0]?.id} a fost primită.`, { exact: true })).toBeVisible()
  await closeSuccess(success, t)
  await expect(page.getByRole('button', { name: t('menu.add', { name: first.name }) })).toBeVisible()
})
