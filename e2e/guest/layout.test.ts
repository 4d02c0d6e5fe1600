import { nameIn } from '#shared/domain/language.ts'
import { LANGUAGE_OFFERS } from '#shared/i18n/offers.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'

/* The strip of categories, the same at every width. What else is in sight there: e2e/specification. */

const t = translator('en')
test.use({ wholeMenu: true })

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1024, 768],
  [1440, 900],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('the strip has the search first and the filter at its end, and scrolls between them', async ({
      page,
      restaurant,
    }) => {
      await page.goto('/menu')
      const names = [...new Set(restaurant.menu.map(({ category }) => category))]
      const strip = page.getByRole('navigation', { name: t('menu.categories') })
      const search = strip.getByRole('button', { name: t('menu.openSearch') })
      const filter = strip.getByRole('button', { name: t('menu.allergies') })
      const last = strip.getByRole('button', { name: names.at(-1), exact: true })
      await expect(last).not.toBeInViewport()
      // Until its font is there, the filter is a little narrower; the styles that declare the font come once the page works.
      const font = () => page.evaluate(async () => (await document.fonts.load('600 14px "Inter Variable"')).length)
      await expect.poll(font).toBeGreaterThan(0)
      const ends = async () => [await search.boundingBox(), await filter.boundingBox()]
      const before = await ends()
      expect(await layoutShift(page)).toBeLessThan(0.001)
      const content = await page.getByRole('main').boundingBox()
      const [searchBox, filterBox] = before
      if (!content || !searchBox || !filterBox) throw new Error('no strip')
      expect(Math.abs(searchBox.x - content.x)).toBeLessThanOrEqual(1)
      expect(Math.abs(filterBox.x + filterBox.width - content.x - content.width)).toBeLessThanOrEqual(1)
      // All in one row, at the left of the filter.
      for (const name of names.slice(0, 2)) {
        const box = await strip.getByRole('button', { name, exact: true }).boundingBox()
        expect([box?.y, (box?.x ?? 0) > searchBox.x]).toEqual([searchBox.y, true])
      }
      await last.focus()
      await expect(last).toBeInViewport({ ratio: 1 })
      expect(await ends()).toEqual(before)
      const lastBox = await last.boundingBox()
      expect((lastBox?.x ?? 0) + (lastBox?.width ?? 0)).toBeLessThanOrEqual(filterBox.x)
    })
  })
}

test('while orders are paused, a strip below the header says so wherever the page is, and so does the cart', async ({
  page,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/menu')
    await page.locator('[data-adds]').first().click()
    const strip = page.locator('[data-notice]')
    await expect(strip).toHaveText(t('menu.paused'))
    await page.evaluate(() => scrollTo(0, 3000))
    await expect(strip).toBeInViewport({ ratio: 1 })
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(46)
    await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: t('cart.paused') })).toBeDisabled()
  } finally {
    await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  }
})

test.describe('a phone in the other language', () => {
  test.use({ locale: 'ro-RO' })

  test('is offered it in a line of the page, on its first visit', async ({ page }) => {
    const { title, accept } = LANGUAGE_OFFERS.ro
    await page.goto('/menu')
    await expect(page.getByRole('main').getByText(title)).toBeInViewport()
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await page.goto('/menu')
    await expect(page.getByRole('contentinfo')).toBeAttached()
    expect(await page.evaluate(() => document.documentElement.dataset.offers)).toBeUndefined()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/menu')
    await page.getByRole('button', { name: accept }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro')
    await expect(page.getByText(title)).toHaveCount(0)
  })
})

test.describe('a guest whose page changes its language', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('keeps the place and the focus, and reads nothing in the former language', async ({ page, restaurant }) => {
    await page.goto('/menu')
    const dish = restaurant.menu[Math.floor(restaurant.menu.length / 2)]
    if (!dish) throw new Error('no menu')
    const card = page.locator(`#dish-${dish.id}`)
    await expect(page.getByRole('button', { name: t('common.theme') })).toBeAttached()
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ block: 'center' }), `dish-${dish.id}`)
    await expect(card).toBeInViewport({ ratio: 1 })
    const before = await card.boundingBox()
    const romanian = page.getByRole('button', { name: 'Română' })
    await romanian.click()
    await expect(card.getByRole('heading')).toHaveText(nameIn('ro', dish))
    await expect(romanian).toBeFocused()
    expect(Math.abs(((await card.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1)
    const texts = () => page.evaluate(() => document.getElementById('root')?.textContent)
    const changed = await texts()
    await page.reload()
    await expect.poll(texts).toBe(changed)
  })

  test('keeps the sheet that is open, and what was chosen in it', async ({ page, restaurant }) => {
    const dish = restaurant.menu.find(({ optionGroupIds }) => optionGroupIds.length === 0)
    if (!dish) throw new Error('no menu')
    await page.goto('/menu')
    await page.getByRole('button', { name: dish.name, exact: true }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox').fill('Fără ceapă')
    await restaurant.asOwner('PATCH', '/api/settings', { language: 'ro' })
    try {
      await expect(sheet.getByRole('heading').first()).toHaveText(nameIn('ro', dish))
      await expect(sheet.getByRole('textbox', { name: nameIn('ro', dish) })).toHaveValue('Fără ceapă')
    } finally {
      await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
    }
  })
})
