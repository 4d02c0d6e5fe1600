import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { beyondTheSides, hiddenByKeyboard } from '../support/small-screen.ts'

/* The first step of each journey of owner and staff, by taps, with every field that it shows, in Romanian. */

const t = translator('ro')
test.use({ hasTouch: true, isMobile: true })

const NUMBER = 76
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const exactly = (name: string) => button(new RegExp(`^${name}$`))

/** A page, and what is tapped there in turn. */
const STEPS: readonly [path: string, ...taps: ((page: Page) => Locator)[]][] = [
  ['/dashboard'],
  ['/dashboard', exactly(t('dashboard.newOrder.title'))],
  ['/dashboard?tab=customers'],
  ['/dashboard?tab=menu'],
  ['/dashboard?tab=menu', exactly(t('menuEditor.add'))],
  ['/dashboard?tab=tables'],
  ['/dashboard?tab=events'],
  ['/dashboard?tab=promotions', exactly(t('promotionEditor.add'))],
  ['/dashboard?view=before-service'],
  ['/dashboard?view=reports'],
  ['/kitchen'],
  ['/floor', button(new RegExp(`^${t('common.table', { number: NUMBER })},`)), button(t('floor.newRound'))],
]

for (const [title, width, height] of [
  ['on a phone', 390, 844],
  ['on a tablet', 820, 1180],
] as const)
  test(`owner and staff begin by taps, and reach every field, ${title}`, async ({ page, restaurant }) => {
    await page.setViewportSize({ width, height })
    await signIn(page.context(), restaurant)
    await setLanguage(page, 'ro')
    await createTable(restaurant, NUMBER)
    await restaurant.placeOrder()
    const check = async (where: string) => {
      await expect(page.getByRole('status', { name: t('common.loading') })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect.soft(await beyondTheSides(page), where).toEqual([])
      const above = page.locator('[role=dialog], aside')
      const place = (await above.count()) > 0 ? above.last() : page.locator('body')
      expect.soft(await hiddenByKeyboard(page, place), `the fields of ${where}`).toEqual([])
    }
    for (const [path, ...taps] of STEPS) {
      await page.goto(path)
      for (const target of taps) await target(page).tap()
      await check(`${path}, ${taps.length} taps`)
    }
    await page.goto('/dashboard')
    await exactly(t('dashboard.settings'))(page).tap()
    for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
      await tab.tap()
      await check(`the settings, ${await tab.textContent()}`)
    }
  })
