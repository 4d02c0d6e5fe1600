import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { expect } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { serveMenu } from '../support/serving.ts'
import { createTable, joinSharedCart, openCart, tableTest as test } from '../support/shared-session.ts'
import { openTableDialog } from '../support/steps.ts'

/* Every screen of the guest, to be looked at: in both themes and languages, on phones, a tablet and a desktop. */

const FOLDER = fileURLToPath(new URL('../../test-results/guest-screens/', import.meta.url))
const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

test.use({ wholeMenu: true, expectedProblems: /./, serviceWorkers: 'allow' })

for (const [i, viewport] of SIZES.entries()) {
  for (const [j, language] of LANGUAGES.entries()) {
    const t = translator(language)
    const shots = (page: Page, name: string) => saveInBothThemes(page, `${name}-${viewport.width}-${language}`)
    const open = async (page: Page, address: string) => {
      await page.setViewportSize(viewport)
      await setLanguage(page, language)
      await page.goto(address)
      await page.waitForLoadState('networkidle')
    }
    const number = 500 + i * 10 + j

    test(`the menu, its dialogs and the other pages (${viewport.width}, ${language})`, async ({ page, restaurant }) => {
      const dishes = restaurant.menu.filter((dish) => dish.soldOutUntil === null)
      const nameOf = (k: number) => (dishes[k] ? nameIn(language, dishes[k]) : '')
      await open(page, '/')
      await shots(page, 'landing')
      await page.goto('/auth')
      await expect(page.getByRole('button', { name: t('auth.login') }).first()).toBeVisible()
      await shots(page, 'sign-in')
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: t('notFound.title') })).toBeVisible()
      await shots(page, 'not-found')

      await page.goto('/menu')
      await page.waitForLoadState('networkidle')
      await shots(page, 'menu')
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(500)
      await shots(page, 'menu-scrolled')
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await page.waitForTimeout(500)
      await shots(page, 'menu-end')
      await page.evaluate(() => scrollTo(0, 0))

      await page.getByRole('button', { name: t('menu.about', { name: nameOf(0) }) }).click()
      await expect(page.getByRole('dialog', { name: nameOf(0) })).toBeVisible()
      await shots(page, 'dish')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('menu.enlarge', { name: nameOf(0) }) })
        .click()
      await expect(page.getByText(t('menu.zoom.level')).first()).toBeAttached()
      await shots(page, 'zoom')
      await closeDialogs(page)

      await page.getByRole('button', { name: t('menu.openSearch') }).click()
      await expect(page.getByRole('searchbox')).toBeVisible()
      await shots(page, 'search')
      await page.getByRole('searchbox').fill(language === 'ro' ? 'ciorb' : 'soup')
      await shots(page, 'search-results')
      await page.getByRole('searchbox').fill('xyzzy')
      await shots(page, 'search-none')
      await closeDialogs(page)

      await openTableDialog(page)
      await expect(page.getByRole('dialog', { name: t('table.choose') })).toBeVisible()
      await shots(page, 'table-dialog')
      await closeDialogs(page)

      await page.getByRole('button', { name: t('menu.allergies'), exact: true }).click()
      const filter = page.getByRole('dialog', { name: t('allergens.filterTitle') })
      await filter.getByLabel(t('menu.allergens.milk')).check()
      await filter.getByLabel(t('menu.allergens.eggs')).check()
      await shots(page, 'filter')
      await filter.getByRole('button', { name: t('allergens.done') }).click()
      await shots(page, 'menu-marked')
      await page.getByRole('button', { name: t('menu.add', { name: nameOf(0) }) }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await shots(page, 'question')
      await page.getByRole('button', { name: t('allergens.doNotAdd') }).click()
      await page.getByRole('button', { name: new RegExp(t('menu.myAllergens')) }).click()
      await filter.getByRole('switch').click()
      await filter.getByRole('button', { name: t('allergens.done') }).click()
      await shots(page, 'menu-filtered')

      await page.context().setOffline(true)
      await page.goto('/nowhere')
      await shots(page, 'offline')
      await page.goto('/menu')
      await expect(page.getByText(t('offline.youAre'))).toBeVisible()
      await shots(page, 'menu-offline')
    })

    test(`from the cart to the order (${viewport.width}, ${language})`, async ({ page, restaurant }) => {
      const dishes = restaurant.menu.filter((dish) => dish.soldOutUntil === null)
      await open(page, '/menu')
      for (const dish of dishes.slice(0, 3))
        await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }) }).click()
      await page.mouse.move(1, 1)
      await shots(page, 'cart-bar')
      await openCart(page, language).catch(() => {})
      await page.waitForTimeout(600)
      await shots(page, 'cart')

      await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
      await expect(page.getByText(t('menu.paused')).first()).toBeAttached()
      await shots(page, 'cart-paused')
      await closeDialogs(page)
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(500)
      await shots(page, 'menu-paused')
      await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
      await expect(page.getByText(t('menu.paused'))).toHaveCount(0)

      await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }).click()
      await page.getByRole('button', { name: t('cart.checkout') }).click()
      const name = page.getByLabel(t('checkout.name'), { exact: true })
      await expect(name).toBeVisible()
      await shots(page, 'checkout')
      await page.getByRole('button', { name: new RegExp(t('checkout.payTakeaway', { total: '' }).trim()) }).click()
      await expect(page.getByText(t('nameRequired'))).toBeVisible()
      await shots(page, 'checkout-errors')
      await page.getByText(t('checkout.dineIn'), { exact: true }).click()
      await shots(page, 'checkout-dine-in')
      await page.getByText(t('checkout.takeaway'), { exact: true }).click()
      await name.fill('Ana')
      await page.getByLabel(t('checkout.phone'), { exact: true }).fill('0712345678')
      await page.getByRole('button', { name: new RegExp(t('checkout.payTakeaway', { total: '' }).trim()) }).click()
      await expect(page.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
      await shots(page, 'confirmation')
      await closeDialogs(page)
      await shots(page, 'order-line')
      await page.locator('[data-status-line] button').first().click()
      await shots(page, 'orders')
    })

    test(`at a table (${viewport.width}, ${language})`, async ({ page, phones, restaurant }) => {
      const table = await createTable(restaurant, number)
      await open(page, `/menu?table=${table.id}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await shots(page, 'join')
      await joinSharedCart(page, 'Ștefan-Alexandru', language)
      await shots(page, 'menu-table')
      const other = await phones.at(table, { language })
      await joinSharedCart(other, 'Ana', language)
      const dishes = restaurant.menu.filter((dish) => dish.soldOutUntil === null)
      const nameOf = (k: number) => (dishes[k] ? nameIn(language, dishes[k]) : '')
      await page.getByRole('button', { name: t('menu.add', { name: nameOf(0) }) }).click()
      await page.getByRole('button', { name: t('menu.add', { name: nameOf(1) }) }).click()
      await other.getByRole('button', { name: t('menu.add', { name: nameOf(2) }) }).click()
      await openCart(page, language)
      await expect(page.getByText(nameOf(2)).last()).toBeAttached()
      await shots(page, 'shared-cart')
      await page.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
      await shots(page, 'shared-cart-waiting')
      await closeDialogs(page)
      await openCart(other, language)
      await other.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
      await shots(other, 'shared-cart-ready')
      await other.getByRole('button', { name: new RegExp(t('checkout.payDineIn', { total: '' }).trim()) }).click()
      await expect(other.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
      await page.waitForTimeout(1000)
      await closeDialogs(page)
      await shots(page, 'menu-after-round')
      await page.getByRole('button', { name: t('calls.open') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shots(page, 'call')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('calls.bill') })
        .click()
      await page.waitForTimeout(500)
      await shots(page, 'bill')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('calls.card') })
        .click()
      await page.waitForTimeout(500)
      await shots(page, 'bill-asked')
    })

    test(`a menu without dishes (${viewport.width}, ${language})`, async ({ page }) => {
      await serveMenu(page, [])
      await open(page, '/menu')
      await shots(page, 'menu-empty')
    })
  }
}

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  for (let left = await dialogs.count(); left > 0; left--) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
  }
}

/** Saves what the window shows, in the light and in the dark theme. */
async function saveInBothThemes(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(250)
    await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
