import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

const t = translator('en')

const layersInHistory = (page: Page) => page.evaluate(() => history.state?.layers ?? 0)

test('on a guest’s phone, Back closes what was opened last, and then leaves the menu', { tag: '@firefox' }, async ({
  page,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  const name = dish?.name ?? ''
  await setLanguage(page, 'en')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  // Firefox refuses to go on while the first page still loads its parts.
  await page.waitForLoadState('networkidle')
  await page.goto('/menu')
  await page.getByRole('button', { name: t('menu.add', { name }) }).click()
  const cart = page.getByRole('dialog', { name: t('cart.title') })
  const form = page.getByRole('dialog', { name: t('checkout.title') })

  // Two layers, one over the other, and what was typed in the upper one stays.
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  await cart.getByRole('button', { name: t('cart.checkout') }).click()
  await form.getByLabel(t('checkout.name')).first().fill('Ana')
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(cart).toBeVisible()
  await cart.getByRole('button', { name: t('cart.checkout') }).click()
  await expect(form.getByLabel(t('checkout.name')).first()).toHaveValue('Ana')

  // A reload with open layers leaves no entries behind, and what was typed stays too.
  await page.reload()
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  await cart.getByRole('button', { name: t('cart.checkout') }).click()
  await expect(form.getByLabel(t('checkout.name')).first()).toHaveValue('Ana')
  await expect(form.getByText(t('checkout.restored'))).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await page.goBack()
  await expect(cart).toBeHidden()

  // What is closed by its button takes its entry along, however fast.
  const search = page.getByRole('dialog', { name: t('menu.openSearch') })
  for (let i = 0; i < 2; i++) {
    await page.getByRole('button', { name: t('menu.openSearch') }).click()
    await expect(search).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
  }
  await expect.poll(() => layersInHistory(page)).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/menu')
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('on the dashboard, Back closes list, dialog and menu in turn, and keeps what is typed', async ({
  browser,
  restaurant,
}) => {
  const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
  await signIn(context, restaurant)
  await setLanguage(context, 'en')
  const page = await context.newPage()
  const [dish] = restaurant.menu
  const name = dish?.name ?? ''
  await page.goto('/dashboard?tab=menu')
  const search = page.getByRole('textbox', { name: t('menuEditor.searchLabel') })
  await search.fill(name)
  await page.getByRole('button', { name: t('menuEditor.edit', { name }) }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel(t('menuEditor.fields.description')).fill('Typed, not saved')
  await dialog.getByRole('combobox', { name: t('menuEditor.fields.category') }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()

  await expect(search).toHaveValue(name)

  await page.reload()
  await page.getByRole('button', { name: t('menuEditor.edit', { name }) }).click()
  await expect(dialog.getByLabel(t('menuEditor.fields.description'))).toHaveValue('Typed, not saved')
  await expect(dialog.getByText(t('drafts.restored'))).toBeVisible()
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await expect(page).toHaveURL(/tab=menu/)
  await context.close()
})
