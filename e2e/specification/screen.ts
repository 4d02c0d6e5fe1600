import type { Locator, Page } from '@playwright/test'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { test as base } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { expect } from './in-sight.ts'
import { type Samples, samplesOf } from './samples.ts'

export { expect }

/*
 * The parts that section 2 of the specification names on each screen, in its order, as aria snapshots. What a comment
 * has in brackets is from "The specification's layout, and what is added to it".
 */

interface Fixtures {
  language: Language
  /** The width of the window. */
  width: number
  t: TFunction
  samples: Samples
  /** The name of a dish in the language of the page. */
  nameOf: (dish: MenuItem) => string
}

export const screenTest = base.extend<Fixtures>({
  changesMenu: [true, { scope: 'worker' }],
  language: ['en', { option: true }],
  width: ({ viewport }, use) => use(viewport?.width ?? 0),
  t: ({ language }, use) => use(translator(language)),
  samples: [async ({ restaurant }, use) => use(await samplesOf(restaurant)), { auto: true }],
  nameOf: ({ language }, use) => use((dish) => nameIn(language, dish)),
  page: async ({ page, language }, use) => {
    await setLanguage(page, language)
    await use(page)
  },
})

const HEIGHTS = { 390: 844, 820: 1180, 1440: 900 }
/** Guests have phones and computers; tablets are the staff's. */
export const GUESTS = [390, 1440] as const
export const STAFF = [390, 820, 1440] as const

/** Declares the tests for each width; the phone's in Romanian, whose longer words matter where it is narrowest. */
export function atWidths(widths: readonly (keyof typeof HEIGHTS)[], declare: () => void): void {
  for (const width of widths) {
    const language = width === 390 ? 'ro' : 'en'
    screenTest.describe(`at ${width} px, in ${language}`, () => {
      screenTest.describe.configure({ mode: 'parallel' })
      screenTest.use({ viewport: { width, height: HEIGHTS[width] }, language })
      declare()
    })
  }
}

/** For a pattern in a snapshot: the text as it is. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** For a pattern in a snapshot: a price without its currency, which may be drawn smaller. */
export const figure = (price: number): string => literal(formatMoney(price, 'lei').split(/\s/)[0] ?? '')

/** The dialog that opened last. */
export const dialog = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last()

/** Closes the dialog that opened last. */
export async function close(page: Page, t: TFunction): Promise<void> {
  // Those below it are hidden from screen readers.
  const open = page.locator('[role=dialog]')
  const last = open.nth((await open.count()) - 1)
  await last.getByRole('button', { name: t('common.close'), exact: true }).click()
  await expect(last).toBeHidden()
}

export async function expectAtBottomRight(locator: Locator, gap: number): Promise<void> {
  const size = locator.page().viewportSize() ?? { width: 0, height: 0 }
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return Math.max(size.width - x - width, size.height - y - height)
    }, 'the distance from the corner')
    .toBeLessThanOrEqual(gap)
}

/** Opens a tab of the dashboard. @returns its panel */
export async function openTab(
  page: Page,
  t: TFunction,
  tab: 'customers' | 'menu' | 'tables' | 'events' | 'promotions',
): Promise<Locator> {
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: t(`dashboard.tabs.${tab}`), exact: true }).click()
  return page.getByRole('tabpanel', { name: t(`dashboard.tabs.${tab}`), exact: true })
}
