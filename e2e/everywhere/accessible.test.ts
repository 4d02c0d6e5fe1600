import type { Page } from '@playwright/test'
import { expectScreenReaderTree } from '../support/ax-tree.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { makeDish, serveMenu, serveWithoutSsr } from '../support/serving.ts'
import { openTableDialog } from '../support/steps.ts'

/*
 * Checks every guest page, dialog and state with axe in both themes, and its accessibility tree. Menu, cart and checkout
 * are checked in takeaway.test.ts. Where a dialog covers the page, only the dialog is checked.
 */
test.use({ expectedProblems: /401 POST .*\/api\/login$|50[03] GET .*\/api\/(menu|tables)$|404 GET .*\/nowhere/ })

const DIALOG = '[role=dialog]'

const t = translator('en')
async function check(page: Page, where: string, inside?: string): Promise<void> {
  await expectAccessible(page, where, inside)
  await expectScreenReaderTree(page, where)
}

test('the pages other than the menu are accessible', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: t('landing.login') })).toBeVisible()
  await check(page, 'landing')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await check(page, '404')

  await page.goto('/auth')
  await page.getByRole('tab', { name: t('auth.register') }).click()
  await page.getByRole('button', { name: t('auth.register'), exact: true }).click()
  await expect(page.getByText(t('validation.passwordLength'))).toBeVisible()
  await check(page, 'a rejected registration')
  await page.getByRole('tab', { name: t('auth.login') }).click()
  await page.getByLabel(t('auth.username')).fill('nobody')
  await page.getByLabel(t('auth.password'), { exact: true }).fill('nothing')
  // A toast stays for as long as it has the focus; on a busy machine it may be gone before it gets it.
  await expect(async () => {
    await page.getByRole('button', { name: t('auth.login'), exact: true }).click()
    await expect(page.getByText(t('errors.invalid_credentials'), { exact: true })).toHaveCount(2)
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await check(page, 'sign-in with a toast')
})

test('the dialogs and states of the menu are accessible', async ({ page, restaurant }) => {
  const settings = (await (await fetch(`${restaurant.url}/api/settings`)).json()) as Record<string, unknown>
  await serveWithoutSsr(page)
  await page.route('**/api/settings', (route) => route.fulfill({ json: { ...settings, ordersPaused: true } }))
  const tags = ['vegan', 'spicy', 'special', 'alcohol', 'gluten', 'dairy']
  await serveMenu(page, [
    makeDish(1, { tags, allergenCodes: ['gluten', 'milk', 'eggs'], allergens: 'Nuts' }),
    makeDish(2, { tags: ['vegan'] }),
    makeDish(3, { category: 'Extras', categoryRo: 'Altele' }),
  ])
  await page.goto('/menu?table=99999')
  await expect(page.getByText(t('table.unknown'))).toBeVisible()
  await expect(page.getByText(t('menu.paused'))).toBeVisible()
  await page.locator('[data-adds]').first().click()
  await check(page, 'menu without its table, paused, with a stepper')

  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: t('menu.openSearch') }).click()
  await page.getByRole('searchbox').fill('dish')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
  await check(page, 'search', DIALOG)
  await page.getByRole('searchbox').fill('qqq')
  await expect(page.getByText(t('menu.search.noResults'))).toBeVisible()
  await check(page, 'search without results', DIALOG)
  await close()
  await page.locator('#dish-1 h3 + button').click()
  await expect(page.getByText('Nuts')).toBeVisible()
  await check(page, 'nutrition', DIALOG)
  await close()
  await page
    .locator('#dish-2')
    .getByRole('button', { name: t('menu.aboutTag', { tag: t('menu.tags.vegan') }) })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'tag', DIALOG)
  await close()

  await openTableDialog(page)
  await page.getByRole('dialog').getByRole('combobox').click()
  const availableTable = page.getByRole('option', { name: new RegExp(t('table.available')) }).first()
  await expect(availableTable).toBeVisible()
  await check(page, 'tables to choose from', '[role=listbox]')
  await availableTable.click()
  await page.getByRole('button', { name: t('sharedTable.alone') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(t('table.waiterMode'))).toBeVisible()
  await check(page, 'waiter mode', 'header')
})

test('a menu that failed to load can be requested again; it and an empty one are accessible', async ({ page }) => {
  await serveWithoutSsr(page)
  await page.route('**/api/menu', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/menu')
  await expect(page.getByText(t('menu.loadError'))).toBeVisible()
  await check(page, 'a menu that failed to load')
  // The page shows the server's message, and moves the focus to its main part, because the button disappears.
  await page.route('**/api/menu', (route) => route.fulfill({ status: 500, json: { message: 'The till is on fire' } }))
  await page.getByRole('button', { name: t('common.tryAgain') }).press('Enter')
  await expect(page.getByText('The till is on fire')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.unroute('**/api/menu')
  await serveMenu(page, [])
  await page.route('**/api/menu/categories', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText(t('menu.noItems'))).toBeVisible()
  await check(page, 'empty menu')
  await page.unroute('**/api/menu')
  await serveMenu(page, [makeDish(1, { isActive: false })])
  await page.reload()
  await expect(page.getByText(t('menu.noCategories'))).toBeVisible()
  await page.unroute('**/api/menu')
  await page.unroute('**/api/menu/categories')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await page.locator('.cart-bar').click()
  const drawer = page.getByRole('dialog', { name: t('cart.title') })
  await expect(drawer.getByText(t('cart.empty'))).toBeVisible()
  await expect(drawer.getByRole('button', { name: t('cart.checkout') })).toBeDisabled()
  await check(page, 'empty cart', DIALOG)
})

test('the views and forms of an owner are accessible', async ({ dashboard, restaurant }) => {
  const customerName = 'Zoița Zărnescu'
  await restaurant.placeOrder({ customerName })
  const press = (name: string) => dashboard.getByRole('button', { name, exact: true }).click()
  // One below another is hidden from screen readers.
  const form = dashboard.locator('[role=dialog]')
  const checkForm = async (where: string) => {
    await expect(form.last()).toBeVisible()
    await expectAccessible(dashboard, where, '[role=dialog]:last-of-type')
    await dashboard.keyboard.press('Escape')
  }
  const open = async (address: string) => {
    // A form that has just closed takes its entry out of the history, which would stop the page from loading.
    await expect.poll(() => dashboard.evaluate(() => history.state?.layers ?? 0)).toBe(0)
    await dashboard.goto(`/dashboard?${address}`)
    await expect(dashboard.getByRole('main').getByRole('button').first()).toBeVisible()
    await dashboard.waitForLoadState('networkidle')
  }
  for (const address of ['view=reports', 'view=before-service', 'tab=customers', 'tab=promotions']) {
    await open(address)
    await expectAccessible(dashboard, address)
  }
  await press(t('promotionEditor.add'))
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await checkForm('a new promotion with errors')
  await open('tab=customers')
  await press(t('customers.open', { name: customerName }))
  await form.getByRole('button', { name: t('customers.edit') }).click()
  await checkForm('a customer')
  await open('tab=events')
  await press(t('catering.toMenu'))
  await expectAccessible(dashboard, 'an event with errors')

  await press(t('dashboard.settings'))
  const tabs = form.first().getByRole('tab')
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectAccessible(dashboard, `the settings, ${await tab.textContent()}`, '[role=dialog]')
  }
  for (const [tab, add] of [
    ['users', 'users.add'],
    ['users', 'users.programs.add'],
    ['users', 'users.webhooks.add'],
    ['printers', 'printers.add'],
  ] as const) {
    await tabs.filter({ hasText: t(`settings.tabs.${tab}`) }).click()
    await press(t(add))
    await expect(form).toHaveCount(2)
    await checkForm(add)
    await expect(form).toHaveCount(1)
  }
})
