import type { Page } from '@playwright/test'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

/* Dishes with options and set menus, as guests order them (docs/product/options.md). The sample has both. */

const PIZZA = 'Pizza Margherita'
const LUNCH = 'Lunch of the day'
const money = (amount: number) => formatMoney(amount, 'lei')

function dishOf({ menu }: Restaurant, name: string) {
  const dish = menu.find((item) => item.name === name)
  if (!dish) throw new Error(`${name} is not on the menu`)
  return dish
}

async function openSheet(page: Page, dish: Restaurant['menu'][0], language: Language) {
  await page.locator(`#dish-${dish.id} [data-adds]`).click()
  const sheet = page.getByRole('dialog', { name: nameIn(language, dish) })
  await expect(sheet.getByRole('radio').first()).toBeAttached()
  return sheet
}

/** Chooses by the label, which covers the field. */
const choose = (sheet: ReturnType<Page['getByRole']>, text: string) =>
  sheet.locator('label').filter({ hasText: text }).click()

const language = 'ro'

test('a guest orders a pizza with size, extras and without something, and changes it in the cart', {
  tag: '@translated',
}, async ({ page, restaurant }) => {
  const t = translator(language)
  const pizza = dishOf(restaurant, PIZZA)
  const name = nameIn(language, pizza)
  await setLanguage(page, language)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/menu')
  const sheet = await openSheet(page, pizza, language)
  const add = (total: number) => sheet.getByRole('button', { name: t('menu.dish.add', { total: money(total) }) })
  await expect(add(pizza.price)).toBeVisible()
  await choose(sheet, '40 cm')
  await expect(add(pizza.price + 1500)).toBeVisible()
  await choose(sheet, 'Mozzarella')
  await sheet.getByRole('button', { name: t('menu.more', { name: 'Mozzarella' }) }).click()
  await choose(sheet, 'ceapă')
  await expectAccessible(page, 'the options of a dish', '[role=dialog]')
  const total = pizza.price + 1500 + 2 * 600
  await add(total).click()
  await expect(sheet).toHaveCount(0)

  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  const cart = page.getByRole('dialog', { name: t('cart.title') })
  const line = cart.getByRole('listitem').filter({ hasText: name })
  const without = language === 'ro' ? 'FĂRĂ ceapă' : 'NO ceapă'
  await expect(line).toContainText(`${without}Ø 40 cm2\u00a0× Mozzarella`)
  await expectAccessible(page, 'a cart with options', '[role=dialog]')
  await cart.getByRole('button', { name: new RegExp(`^${t('cart.change')}`) }).click()
  const changing = page.getByRole('dialog', { name })
  await expect(changing.getByRole('radio', { name: /40 cm/ })).toBeChecked()
  await choose(changing, '28 cm')
  await changing.getByRole('button', { name: t('menu.dish.update', { total: money(total - 1500) }) }).click()
  await expect(line).toContainText(`${without}Ø 28 cm2\u00a0× Mozzarella`)

  await cart.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await form.getByLabel(t('checkout.name')).first().fill(`Pizza ${language}`)
  await form.getByLabel(t('checkout.phone')).fill('0712345678')
  await form.getByRole('button', { name: t('checkout.payTakeaway', { total: money(total - 1500) }) }).click()
  await expect(page.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
  const [order] = await restaurant.query<{ total: string; options: { name: string; quantity: number }[] }>(
    'select total, options from orders join order_items on order_id = orders.id where customer_name = $1',
    [`Pizza ${language}`],
  )
  expect(Number(order?.total)).toBe(total - 1500)
  expect(order?.options.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['onion', 1],
    ['Ø 28 cm', 1],
    ['Mozzarella', 2],
  ])
})

test('the button of a set menu leads from slot to slot until it can be ordered', async ({ page, restaurant }) => {
  const t = translator(language)
  const lunch = dishOf(restaurant, LUNCH)
  await setLanguage(page, language)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/menu')
  const sheet = await openSheet(page, lunch, language)
  const slot = (name: string) => sheet.getByRole('radiogroup', { name })
  const [soup, main] = ['Supa de prânz', 'Felul principal de prânz']
  // The lemonade is preselected.
  await expect(sheet.getByText(t('menu.options.chosenOf', { chosen: 1, of: 3 }))).toBeVisible()
  const next = (group: string) => sheet.getByRole('button', { name: t('menu.options.chooseGroup', { group }) })
  await next(soup ?? '').click()
  await expect(
    slot(soup ?? '')
      .getByRole('radio')
      .first(),
  ).toBeFocused()
  await slot(soup ?? '')
    .locator('label')
    .first()
    .click()
  await expect(slot(soup ?? '')).toHaveCount(0)
  await next(main ?? '').click()
  await expect(
    slot(main ?? '')
      .getByRole('radio')
      .first(),
  ).toBeFocused()
  // By keyboard the slot stays open while the arrows pass its dishes.
  await page.keyboard.press('ArrowDown')
  await expect(
    slot(main ?? '')
      .getByRole('radio')
      .nth(1),
  ).toBeChecked()
  await expectAccessible(page, 'a set menu', '[role=dialog]')
  await sheet.getByRole('button', { name: t('menu.dish.add', { total: money(lunch.price) }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  const drawer = page.getByRole('dialog', { name: t('cart.title') })
  await expect(
    drawer
      .getByRole('listitem')
      .filter({ hasText: nameIn(language, lunch) })
      .first(),
  ).toBeVisible()
  await expect(drawer.getByText(money(lunch.price)).first()).toBeVisible()
})
