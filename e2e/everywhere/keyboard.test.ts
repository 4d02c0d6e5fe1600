import { nameIn } from '#shared/domain/language.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFocusVisible, tabTo } from '../support/keyboard-focus.ts'
import { translator } from '../support/language.ts'

const language = 'ro'
test('a guest places an order by keyboard only', async ({ page, restaurant }) => {
  const t = translator(language)
  const dish = restaurant.menu.at(-5)
  if (!dish) throw new Error('the menu is short')
  const name = nameIn(language, dish)
  await page.goto('/menu')
  await expect(page.getByRole('button', { name: `Add ${restaurant.menu[0]?.name} to the cart` })).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expectFocusVisible(page)
  await tabTo(page, page.getByRole('button', { name: 'Română' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', language)

  // Choosing a category moves the focus to its heading, so the next Tab stop is its first dish.
  const second = nameIn(language, categoryAfterFirst(restaurant.menu))
  await tabTo(page, page.getByRole('navigation').getByRole('button', { name: second, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: second, exact: true })).toBeFocused()
  await expectFocusVisible(page)
  await page.keyboard.press('Tab')
  await expectFocusVisible(page)
  // Moving back up the page, the header never covers the focus.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Shift+Tab')
    await expectFocusVisible(page)
  }

  const search = page.getByRole('button', { name: t('menu.openSearch') })
  await tabTo(page, search, 'Shift+Tab', 60)
  await page.keyboard.press('Enter')
  const palette = page.getByRole('dialog', { name: t('menu.openSearch') })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(name)
  const result = palette.locator('[data-result]').filter({ hasText: name })
  await expect(result).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(result).toBeFocused()
  await expectFocusVisible(page)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()

  // The found dish has the focus: Enter adds it, the minus button removes it, and the focus stays at the dish.
  const add = page.getByRole('button', { name: t('menu.add', { name }), exact: true })
  await expect(add).toBeFocused()
  await expectFocusVisible(page)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: t('menu.less', { name }), exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  // The dish's sheet opens from its name, and returns the focus when it closes.
  const about = page.getByRole('button', { name, exact: true })
  await tabTo(page, about, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: t('cart.goTo') }))
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: t('cart.title') })
  await expect(drawer).toBeVisible()
  const noteFor = t('cart.noteFor', { name })
  await tabTo(page, drawer.getByRole('button', { name: noteFor }))
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('textbox', { name: noteFor })).toBeFocused()
  await page.keyboard.type('fără ceapă')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: noteFor })).toBeFocused()
  await tabTo(page, drawer.getByRole('button', { name: t('cart.checkout') }))
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await expect(form).toBeVisible()
  const nameField = form.getByRole('textbox', { name: t('checkout.name'), exact: true })
  if (!(await nameField.evaluate((field) => field === document.activeElement))) await tabTo(page, nameField)
  await page.keyboard.type('Tastatură')
  await tabTo(page, form.getByRole('textbox', { name: t('checkout.phone') }))
  await page.keyboard.type('0745 999 888')
  await tabTo(page, form.getByRole('button', { name: /·/ }))
  await page.keyboard.press('Enter')

  const success = page.getByRole('dialog', { name: t('checkout.success') })
  await expect(success).toBeVisible()
  const rows = await restaurant.query(
    `select o.phone_number, i.quantity, i.notes from orders o join order_items i on i.order_id = o.id
     where o.customer_name = $1`,
    ['Tastatură'],
  )
  expect(rows).toEqual([{ phone_number: '40745999888', quantity: 2, notes: 'fără ceapă' }])
  await page.keyboard.press('Escape')
  await expect(success).toBeHidden()
  await page.keyboard.press('Tab')
  await expectFocusVisible(page)
})

function categoryAfterFirst(menu: readonly { category: string; categoryRo: string }[]) {
  const next = menu.find(({ category }) => category !== menu[0]?.category)
  return { name: next?.category ?? '', nameRo: next?.categoryRo ?? '' }
}
