import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { beyondTheSides, hiddenByKeyboard, outOfReach, setLetters } from '../support/small-screen.ts'

/* The first steps of each journey of owner and staff, by taps, with every control that they show, in Romanian. A phone with
 * large letters has less room than one without. */

const t = translator('ro')
test.use({ hasTouch: true, isMobile: true })

const NUMBER = 76
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const exactly = (name: string) => button(new RegExp(`^${name}$`))
const TABLE = button(new RegExp(`^${t('common.table', { number: NUMBER })},`))

/** A page, which is looked at first, and what is tapped there in turn. */
const STEPS: readonly [path: string, ...taps: ((page: Page) => Locator)[]][] = [
  ['/dashboard', exactly(t('dashboard.newOrder.title'))],
  ['/dashboard', exactly(t('kitchen.menu.title'))],
  ['/dashboard', (page) => page.getByRole('combobox').first()],
  ['/dashboard', button(new RegExp(`^${t('printing.more', { id: '' })}`))],
  ['/dashboard', exactly(t('due.take'))],
  ['/dashboard?tab=customers', button(new RegExp(`^${t('customers.open', { name: '' })}`))],
  ['/dashboard?tab=menu', (page) => page.getByRole('tab', { name: t('menuOptions.views.options') })],
  ['/dashboard?tab=menu', exactly(t('menuEditor.add'))],
  ['/dashboard?tab=menu', exactly(t('menuImports.import'))],
  ['/dashboard?tab=menu', button(t('menuEditor.categories.addLabel'))],
  ['/dashboard?tab=tables', button(t('tables.printAll'))],
  ['/dashboard?tab=tables', button(t('tables.more', { number: NUMBER }))],
  ['/dashboard?tab=tables', button(t('bills.title', { number: NUMBER }))],
  ['/dashboard?tab=events', button(t('calendar.open'))],
  ['/dashboard?tab=events', (page) => page.getByRole('tab').last()],
  ['/dashboard?tab=promotions', exactly(t('promotionEditor.add'))],
  ['/dashboard?view=before-service'],
  ['/dashboard?view=reports'],
  ['/dashboard?view=day-end', exactly(t('days.putIn'))],
  ['/kitchen', exactly(t('menu.title'))],
  ['/floor', exactly(t('menu.title'))],
  ['/floor', TABLE, exactly(t('floor.billOfTable'))],
  ['/floor', TABLE, button(t('floor.newRound'))],
]

for (const [title, width, height, percent] of [
  ['on a tablet', 820, 1180, 100],
  ['with letters of 200 %', 390, 844, 200],
] as const)
  test(`owner and staff begin by taps, and reach every control, ${title}`, async ({ page, restaurant }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    await signIn(page.context(), restaurant)
    await setLanguage(page, 'ro')
    await setLetters(page, percent)
    await restaurant.asOwner('PATCH', '/api/settings', { payments: true })
    const customerName = t('common.table', { number: NUMBER })
    const atTable = { diningOption: 'dine-in', customerName, phoneNumber: '0000000000' }
    await restaurant.placeOrder({ ...atTable, tableId: (await createTable(restaurant, NUMBER)).id })
    const above = page.locator('[role=dialog], [role=menu], [role=listbox], aside')
    const check = async (where: string) => {
      await expect(page.getByRole('status', { name: t('common.loading') })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect.soft(await beyondTheSides(page), where).toEqual([])
      const place = (await above.count()) > 0 ? above.last() : page.locator('body')
      expect.soft(await hiddenByKeyboard(page, place), `the fields of ${where}`).toEqual([])
      expect.soft(await outOfReach(place), `the controls of ${where}`).toEqual([])
    }
    const seen = new Set<string>()
    for (const [path, ...taps] of STEPS) {
      await page.goto(path)
      if (!seen.has(path)) await check(path)
      seen.add(path)
      for (const target of taps) {
        const opens = await target(page).getAttribute('aria-haspopup')
        await target(page).tap()
        // Its script may still be on its way.
        if (opens !== null) await expect(above.last()).toBeVisible()
      }
      if (taps.length > 0) await check(`${path}, ${taps.length} taps`)
    }
    await page.goto('/dashboard')
    await exactly(t('dashboard.settings'))(page).tap()
    for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
      const name = await tab.textContent()
      await tab.tap()
      await check(`the settings, ${name}`)
      // A phone shows one at a time.
      if (width < 768) await exactly(t('settings.toList'))(page).tap()
    }
    await restaurant.asOwner('PATCH', '/api/settings', { payments: false })
  })
