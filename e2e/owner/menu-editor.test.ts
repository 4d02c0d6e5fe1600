import type { Page } from '@playwright/test'
import { FETCHES_PER_SAVE } from '../../bench/budgets/budgets.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFocusVisible } from '../support/keyboard-focus.ts'
import { setLanguage, translator } from '../support/language.ts'

const t = translator('en')

// 409: a dish that another owner has changed meanwhile, and a category that still has dishes.
test.use({ changesMenu: true, expectedProblems: /^409 (PATCH|POST|DELETE) .*\/api\/menu\// })

test('every change that an owner makes to the menu appears on the phones of two guests', async ({
  dashboard,
  page,
  browser,
  restaurant,
}) => {
  await dashboard.emulateMedia({ reducedMotion: 'reduce' })
  const [first] = restaurant.menu
  if (!first) throw new Error('no dishes')
  const categories = (await (await fetch(`${restaurant.url}/api/menu/categories`)).json()) as Record<string, string>[]
  const category = categories.find(({ name }) => name === first.category)
  const other = categories.find(({ name, hasItems }) => name !== first.category && hasItems)
  if (!category || !other) throw new Error('too few categories')

  // One guest reads the menu in English, the other in Romanian.
  await page.goto('/menu')
  const context = await browser.newContext({ baseURL: restaurant.url })
  await setLanguage(context, 'ro')
  const romanian = await context.newPage()
  await romanian.goto('/menu')
  const heading = (phone: Page, name: string) => phone.getByRole('heading', { level: 2, name, exact: true })
  const card = (phone: Page, name: string) =>
    phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name, exact: true }) })
  await expect(heading(page, first.category)).toBeVisible()
  await expect(heading(romanian, first.categoryRo)).toBeVisible()

  await dashboard.goto('/dashboard?tab=menu')
  const panel = dashboard.getByRole('region', { name: t('menuEditor.categories.title'), exact: true })
  const row = (name: string) => dashboard.getByRole('listitem', { name, exact: true })
  await expect(row(first.name)).toBeVisible()
  await expectAccessible(dashboard, 'the menu tab')

  // On the smallest tablet too, the panel's head stays while its list scrolls.
  await dashboard.setViewportSize({ width: 1024, height: 560 })
  await panel.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(panel.getByRole('button', { name: t('menuEditor.categories.addLabel') })).toBeInViewport()
  await dashboard.setViewportSize({ width: 1180, height: 820 })

  // A category is renamed inline, by keyboard.
  const rename = (name: string) => panel.getByRole('button', { name: t('common.change', { name }), exact: true })
  await rename(first.category).focus()
  await dashboard.keyboard.press('Enter')
  const name = panel.getByLabel(t('menuEditor.fields.name'), { exact: true })
  await expect(name).toBeFocused()
  await expectFocusVisible(dashboard)
  await name.fill('Early plates')
  await panel.getByLabel(t('menuEditor.fields.nameRo')).fill('Farfurii de dimineață')
  await dashboard.keyboard.press('Enter')
  await expect(rename('Early plates')).toBeFocused()
  await expect(heading(page, 'Early plates')).toBeVisible()
  await expect(heading(romanian, 'Farfurii de dimineață')).toBeVisible()

  // A new dish, with a picture.
  const addDish = dashboard.getByRole('button', { name: t('menuEditor.add'), exact: true })
  await addDish.click()
  const adding = dashboard.getByRole('dialog', { name: t('menuEditor.addTitle') })
  await expectAccessible(dashboard, 'a new dish', '[role=dialog]')
  await adding.getByLabel(t('menuEditor.fields.name')).fill('Hen’s broth')
  await adding.getByLabel(t('menuEditor.fields.nameRo')).fill('Zeamă de găină')
  await adding.getByLabel(t('menuEditor.fields.price')).fill('2450')
  await expect(adding.getByText('= 24.50 LEI', { exact: true })).toBeVisible()
  await adding.getByRole('combobox', { name: t('menuEditor.fields.category') }).click()
  await dashboard.getByRole('option', { name: 'Early plates' }).click()
  const photo = await page.screenshot({ type: 'jpeg' })
  await adding
    .getByLabel(t('menuImports.columns.imageUrl'), { exact: true })
    .setInputFiles({ name: 'broth.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(adding.getByAltText(t('pictureChoice.chosen'))).toBeVisible()
  await adding.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(adding).toBeHidden()
  await expect(card(page, 'Hen’s broth')).toContainText('24.50')
  await expect(card(romanian, 'Zeamă de găină').locator('img').last()).toHaveAttribute(
    'src',
    /^\/pictures\/[0-9a-f]{32}\//,
  )

  // A change made on another device appears in the list.
  const [{ id }] = (await restaurant.query<{ id: number }>("select id from menu_items where name = 'Hen’s broth'")) as [
    { id: number },
  ]
  await restaurant.asOwner('PATCH', `/api/menu/${id}`, { description: 'With dumplings' })
  await expect(row('Hen’s broth')).toContainText('With dumplings')

  // The dish is hidden, and shown again.
  const visibility = row('Hen’s broth').getByRole('switch')
  await visibility.click()
  await expect(card(page, 'Hen’s broth')).toHaveCount(0)
  await expect(card(romanian, 'Zeamă de găină')).toHaveCount(0)
  await visibility.click()
  await expect(card(page, 'Hen’s broth')).toBeVisible()

  // A whole category is hidden.
  await panel.getByRole('switch', { name: t('menuEditor.categories.shown', { name: 'Early plates' }) }).click()
  await expect(heading(page, 'Early plates')).toHaveCount(0)
  await expect(heading(romanian, 'Farfurii de dimineață')).toHaveCount(0)
  await expect(heading(page, other.name as string)).toBeVisible()

  // The editor in Romanian, on a phone.
  await setLanguage(dashboard.context(), 'ro')
  await dashboard.setViewportSize({ width: 390, height: 844 })
  // Advice that is read once on each device.
  await dashboard.context().addInitScript(() => localStorage.setItem('masa.screen-advice', 'read'))
  await dashboard.reload()
  const ro = translator('ro')
  const categorySwitch = dashboard.getByRole('switch', {
    name: ro('menuEditor.categories.shown', { name: 'Farfurii de dimineață' }),
  })
  await expect(categorySwitch).toHaveAttribute('aria-checked', 'false')
  await expectAccessible(dashboard, 'the menu tab on a phone')
  // The page alone scrolls: the dishes follow the first categories.
  await dashboard.getByRole('checkbox').nth(1).scrollIntoViewIfNeeded()
  const phonePanel = dashboard.getByRole('region', { name: ro('menuEditor.categories.title'), exact: true })
  await expect(phonePanel.getByRole('listitem').last()).toBeInViewport()
  await dashboard.setViewportSize({ width: 360, height: 740 })
  await dashboard.getByRole('checkbox').first().click()
  await expect(dashboard.getByRole('region', { name: ro('menuEditor.selection'), exact: true })).toBeInViewport()
  const overflow = await dashboard.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels that the menu tab is wider than a small phone').toBe(0)
  await categorySwitch.click()
  await expect(heading(romanian, 'Farfurii de dimineață')).toBeVisible()
  await context.close()
})

test('a saved dish is fetched once, with what its change touches', async ({ dashboard, restaurant }) => {
  const [dish] = restaurant.menu
  const fetched: string[] = []
  dashboard.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/menu')) fetched.push(pathname)
  })
  await dashboard.goto('/dashboard?tab=menu')
  // First for the page, then because the live channel has opened: that waits until the page is idle.
  await expect.poll(() => fetched.filter((pathname) => pathname === '/api/menu').length).toBe(2)
  await dashboard.getByRole('button', { name: t('menuEditor.edit', { name: dish?.name ?? '' }), exact: true }).click()
  const editor = dashboard.getByRole('dialog')
  await editor.getByLabel(t('menuEditor.fields.price')).fill(String((dish?.price ?? 0) + 100))
  await dashboard.waitForLoadState('networkidle')
  fetched.length = 0
  await editor.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(editor).toBeHidden()
  await expect.poll(() => fetched.length).toBeGreaterThanOrEqual(FETCHES_PER_SAVE.length)
  // Whatever would follow, follows at once.
  await dashboard.waitForTimeout(1000)
  const afterSave = fetched.toSorted()
  // Other tests order this dish at its price.
  await restaurant.asOwner('PATCH', `/api/menu/${dish?.id}`, { price: dish?.price })
  expect(afterSave).toEqual(FETCHES_PER_SAVE)
})

test('the menu tab asks for its dishes before it asks for the orders', async ({ dashboard }) => {
  // A browser whose user has signed in before asks for them before the page works.
  await dashboard.goto('/dashboard?tab=menu')
  const asked: string[] = []
  dashboard.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await dashboard.reload()
  await expect.poll(() => asked).toContain('/api/orders')
  for (const path of ['/api/menu', '/api/menu/categories'])
    expect(asked.indexOf('/api/orders')).toBeGreaterThan(asked.indexOf(path))
})
