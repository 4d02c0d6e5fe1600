import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/domain/language.ts'
import { expectReadable } from '../support/ax-tree.ts'
import { expectAccessible } from '../support/axe.ts'
import { dish, serveMenu } from '../support/dishes.ts'
import { expect, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

/*
 * Every guest page, dialog and state as axe sees it in both themes, and as a screen reader is given it in both languages;
 * menu, cart and checkout are looked at in takeaway.test.ts. Where a dialog covers the page, only the dialog is looked at.
 */
test.use({ expected: /401 POST .*\/api\/login$|503 GET .*\/api\/(menu|tables)$|404 GET .*\/nowhere/ })

const DIALOG = '[role=dialog]'

for (const language of LANGUAGES) {
  const t = words(language)
  const sound = async (page: Page, where: string, inside?: string) => {
    // The languages differ in words, not in structure.
    if (language === 'en') await expectAccessible(page, where, inside)
    await expectReadable(page, `${where} (${language})`)
  }

  test(`nothing for axe to find outside the menu (${language})`, async ({ page }) => {
    test.slow()
    await speak(page, language)
    await page.goto('/')
    await expect(page.getByRole('link', { name: t('landing.login') })).toBeVisible()
    await sound(page, 'landing')
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await sound(page, '404')

    await page.goto('/auth')
    await page.getByRole('tab', { name: t('auth.register') }).click()
    await page.getByRole('button', { name: t('auth.register'), exact: true }).click()
    await expect(page.getByText(t('validation.passwordLength'))).toBeVisible()
    await sound(page, 'registration refused')
    await page.getByRole('tab', { name: t('auth.login') }).click()
    await page.getByLabel(t('auth.username')).fill('nobody')
    await page.getByLabel(t('auth.password'), { exact: true }).fill('nothing')
    // A toast stays for as long as it has the focus; on a busy machine it may be gone before it gets it.
    await expect(async () => {
      await page.getByRole('button', { name: t('auth.login'), exact: true }).click()
      await expect(page.getByText(t('errors.invalid_credentials'), { exact: true })).toBeVisible()
      await page.keyboard.press('F8')
      await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await sound(page, 'sign-in with a toast')
  })

  test(`nothing for axe to find in the menu's dialogs and states (${language})`, async ({ page, restaurant }) => {
    test.slow()
    await speak(page, language)
    const settings = (await (await fetch(`${restaurant.url}/api/settings`)).json()) as Record<string, unknown>
    await page.route('**/api/settings', (route) => route.fulfill({ json: { ...settings, ordersPaused: true } }))
    const tags = ['vegan', 'spicy', 'special', 'alcohol', 'gluten', 'dairy']
    await serveMenu(page, [
      dish(1, { tags, allergenCodes: ['gluten', 'milk', 'eggs'], allergens: 'Nuts' }),
      dish(2),
      dish(3, { category: 'Extras', categoryRo: 'Altele' }),
    ])
    await page.goto('/menu?table=99999')
    await expect(page.getByText(t('table.unknown'))).toBeVisible()
    await expect(page.getByText(t('menu.paused'))).toBeVisible()
    await page.locator('[data-adds]').first().click()
    await sound(page, 'menu without its table, paused, with a stepper')

    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: t('menu.search.open') }).click()
    await page.getByRole('searchbox').fill(language === 'ro' ? 'preparat' : 'dish')
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
    await sound(page, 'search', DIALOG)
    await page.getByRole('searchbox').fill('qqq')
    await expect(page.getByText(t('menu.search.noResults'))).toBeVisible()
    await sound(page, 'search without results', DIALOG)
    await close()
    await page.locator('#dish-1 h3 + button').click()
    await expect(page.getByText('Nuts')).toBeVisible()
    await sound(page, 'nutrition', DIALOG)
    await close()
    await page
      .getByRole('button', { name: t('menu.aboutTag', { tag: t('menu.tags.spicy.label') }) })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await sound(page, 'tag', DIALOG)
    await close()

    for (let tap = 0; tap < 5; tap++) await page.getByRole('banner').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('combobox').click()
    const free = page.getByRole('option', { name: new RegExp(t('table.available')) }).first()
    await expect(free).toBeVisible()
    await sound(page, 'tables to choose from', '[role=listbox]')
    await free.click()
    await page.getByRole('button', { name: t('sharedTable.alone') }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(t('table.waiterMode'))).toBeVisible()
    await sound(page, 'waiter mode', 'header')
  })

  test(`nothing for axe to find where there is nothing to eat (${language})`, async ({ page }) => {
    await speak(page, language)
    await page.route('**/api/menu', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/menu')
    await expect(page.getByText(t('menu.loadError'))).toBeVisible()
    await sound(page, 'menu that failed')
    await page.unroute('**/api/menu')
    await serveMenu(page, [])
    await page.route('**/api/menu/categories', (route) => route.fulfill({ json: [] }))
    await page.reload()
    await expect(page.getByText(t('menu.noItems'))).toBeVisible()
    await sound(page, 'empty menu')
    await page.unroute('**/api/menu')
    await serveMenu(page, [dish(1, { isActive: false })])
    await page.reload()
    await expect(page.getByText(t('menu.noCategories'))).toBeVisible()
    await page.getByRole('button', { name: t('cart.open') }).click()
    await expect(page.getByText(t('cart.empty'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('cart.checkout') })).toBeDisabled()
    await sound(page, 'empty cart', DIALOG)
  })
}
