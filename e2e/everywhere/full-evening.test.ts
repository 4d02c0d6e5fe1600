import type { Locator, Page } from '@playwright/test'
import { collectProblems, expect, signIn, test } from '../support/fixtures.ts'
import { emptyEvening, fillEvening, LONG_NAME } from '../support/full-evening.ts'
import { setLanguage, translator } from '../support/language.ts'
import { beyondTheSides } from '../support/small-screen.ts'
import { closeSuccess } from '../support/steps.ts'

/* What the longest evening does to the screens, in the language whose words are longer. */
test.use({ changesMenu: true, expectedProblems: /404 GET .*\/nowhere/ })

const t = translator('ro')
const HEIGHTS = { 320: 640, 390: 844, 820: 1180, 1180: 820, 1440: 900 }
const sizes = Object.entries(HEIGHTS).map(([width, height]) => ({ width: Number(width), height }))

test.afterAll(({ restaurant }) => emptyEvening(restaurant))

test('orders begin high up, and nothing moves them when something rings', async ({ dashboard, restaurant }) => {
  await setLanguage(dashboard, 'ro')
  await emptyEvening(restaurant)
  await restaurant.placeOrder()
  const strip = dashboard.getByRole('region', { name: t('live.notices') })
  const tops = async () => {
    await dashboard.goto('/dashboard')
    const first = dashboard.getByRole('article').first()
    await expect(first).toBeVisible()
    await expect(strip).toBeVisible()
    const found: Record<number, number | undefined> = {}
    for (const size of sizes) {
      await dashboard.setViewportSize(size)
      found[size.width] = (await first.boundingBox())?.y
    }
    return found
  }
  const calm = await tops()
  for (const { width } of sizes) expect(calm[width], `at ${width} px`).toBeLessThanOrEqual(width < 640 ? 230 : 200)
  await fillEvening(restaurant)
  await expect(async () => expect(await tops()).toEqual(calm)).toPass()
  // One line, which says the most urgent.
  await expect(strip.getByRole('listitem').filter({ visible: true })).toHaveText(/^Masa 4/)
  await strip.getByRole('button', { expanded: false }).click()
  await expect(strip.getByRole('listitem').nth(1)).toHaveText(new RegExp(t('later.startNow', { time: '' })))
  const late = strip.getByRole('link', { name: /întârzie/ })
  await expect(late).toHaveText(/^\d+ (?:de )?comenzi întârzie, cea mai veche de 1\sh\s\d\d$/)
  const age = (await late.textContent())?.slice(-6) ?? ''
  await late.click()
  // A minute may have passed.
  const next = age.slice(0, -2) + String(Number(age.slice(-2)) + 1).padStart(2, '0')
  await expect(dashboard.getByRole('article').first()).toContainText(new RegExp(`${age}|${next}`))
})

test('no page scrolls sideways, at any width', async ({ browser, restaurant, expectedProblems }) => {
  await fillEvening(restaurant)
  await restaurant.query('update settings set payments = true')
  const open = async () => {
    const context = await browser.newContext({ baseURL: restaurant.url })
    await setLanguage(context, 'ro')
    return { context, page: await context.newPage(), problems: collectProblems(context, expectedProblems) }
  }
  /** Waits for what `shown` finds, then looks at each width. */
  const look = async (page: Page, where: string, shown: Locator) => {
    await expect(shown.first()).toBeVisible()
    for (const size of sizes.filter(({ width }) => width !== 1180)) {
      await page.setViewportSize(size)
      // A page that follows its width by script does so a moment later.
      await expect.poll(() => beyondTheSides(page), `${where} at ${size.width} px`).toEqual([])
    }
  }

  const guest = await open()
  const { page } = guest
  const visit = async (path: string, shown: Locator) => {
    await page.goto(path)
    await look(page, path, shown)
  }
  const [table] = await restaurant.query<{ id: number }>('select id::int from tables where number = 2')
  await visit('/', page.getByRole('link', { name: t('landing.viewMenu') }))
  await visit('/nowhere', page.getByRole('heading', { level: 1 }))
  await visit('/auth', page.getByLabel(t('auth.username')))
  await page.getByRole('tab', { name: t('auth.register') }).click()
  await look(page, 'register', page.getByRole('button', { name: t('auth.register'), exact: true }))
  await visit(`/menu?table=${table?.id}`, page.getByRole('dialog'))
  await visit('/menu?table=99999', page.getByText(t('table.unknown')))
  await visit('/menu', page.locator('[data-adds]'))
  await page.locator('[data-adds]').first().click()
  await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }).click()
  await look(page, 'cart', page.getByRole('dialog'))
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await form.getByLabel(t('checkout.name'), { exact: true }).fill(LONG_NAME)
  await form.getByLabel(t('checkout.phone'), { exact: true }).fill('0712345678')
  await look(page, 'checkout', form)
  await form.getByRole('button', { name: /·/ }).click()
  const success = page.getByRole('dialog', { name: t('checkout.success') })
  await look(page, 'order sent', success)
  await closeSuccess(success, t)
  await page.locator('button[aria-haspopup=dialog]', { hasText: '#' }).first().click()
  await look(page, 'status', page.getByRole('dialog'))

  const owner = await open()
  await signIn(owner.context, restaurant)
  const staff = owner.page
  for (const [path, role] of [
    ...['orders', 'orders&list=later', 'orders&list=all', 'tables', 'events', 'promotions', 'customers', 'menu'].map(
      (tab) => [`/dashboard?tab=${tab}`, 'tabpanel'] as const,
    ),
    ...['reports', 'day-end', 'before-service'].map((view) => [`/dashboard?view=${view}`, 'main'] as const),
    ['/kitchen', 'article'] as const,
    ['/floor', 'main'] as const,
  ]) {
    await staff.goto(path)
    await look(
      staff,
      path,
      staff
        .getByRole(role)
        .last()
        .getByRole(path === '/kitchen' ? 'listitem' : 'button'),
    )
  }
  await staff.goto('/dashboard')
  await staff
    .getByRole('banner')
    .getByRole('button', { name: t('dashboard.settings'), exact: true })
    .click()
  for (const tab of await staff.getByRole('dialog').getByRole('tab').all()) {
    await tab.click()
    await look(staff, `settings: ${await tab.textContent()}`, staff.getByRole('dialog').getByRole('tabpanel'))
  }
  await guest.context.close()
  await owner.context.close()
  expect([...guest.problems, ...owner.problems]).toEqual([])
})
