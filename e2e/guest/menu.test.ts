import { ALLERGEN_CODES } from '#shared/domain/allergens.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { TAG_KEYS } from '#shared/domain/tags.ts'
import { dish, serveMenu } from '../support/dishes.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

/* The menu (docs/product.md#menu): what it shows, and what its strip, search and dialogs do. */

test.use({ wholeMenu: true })

test('columns, the strip at the line of 200 px, and the dimmed menu', async ({ page, restaurant }) => {
  await page.goto('/menu')
  const list = page.locator('main section ul').first()
  await expect(list).toBeVisible()
  for (const [width, columns] of [
    [320, 1],
    [767, 1],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const drawn = await list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    expect([width, drawn]).toEqual([width, columns])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([width, over], 'the page never scrolls sideways').toEqual([width, 0])
  }

  await page.setViewportSize({ width: 390, height: 844 })
  const names = [...new Set(restaurant.menu.map(({ category }) => category))]
  const strip = page.getByRole('navigation', { name: 'Menu categories' })
  await expect(strip.getByRole('button')).toHaveText(['', ...names])
  await expect(strip.getByRole('button').first()).toHaveAccessibleName('Search the menu')

  // A section is active when it spans the line: one pixel decides.
  const active = strip.locator('[aria-current]')
  const section = page.getByRole('region', { name: names[4], exact: true })
  const put = (top: number) =>
    section.evaluate(async (element, top) => {
      // What comes into view is drawn then, and may be higher than was guessed.
      for (let turn = 0; turn < 20; turn++) {
        scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
      return Math.abs(element.getBoundingClientRect().top - top)
    }, top)
  expect(await put(201)).toBeLessThan(1)
  await expect(active).toHaveText(names[3] ?? '')
  expect(await put(199)).toBeLessThan(1)
  await expect(active).toHaveText(names[4] ?? '')
  const inStrip = () =>
    active.evaluate((chip) => {
      const [box, row] = [chip.getBoundingClientRect(), chip.parentElement?.getBoundingClientRect()]
      return row !== undefined && box.left >= row.left && box.right <= row.right
    })
  await expect.poll(inStrip, 'the strip scrolls itself').toBe(true)

  // A category that is chosen comes to the top, and is the active one, also the last, which never reaches the line.
  for (const name of [names.at(-1) ?? '', names[1] ?? '']) {
    await strip.getByRole('button', { name, exact: true }).click()
    await expect(active).toHaveText(name)
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect.poll(inStrip).toBe(true)
  }
  await expect.poll(() => page.getByRole('region', { name: names[1], exact: true }).evaluate(topOf)).toBeLessThan(125)

  const menu = page.locator('[inert]')
  await page.getByRole('button', { name: 'Open the cart' }).click()
  await expect(menu).toHaveCSS('opacity', '0.5')
  // The drawer: 96 % of the height on phones, 80 % from 768 px, at most 500 px wide.
  for (const [width, share, wide] of [
    [390, 0.96, 390],
    [767, 0.96, 500],
    [768, 0.8, 500],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const box = await page.getByRole('dialog', { name: 'Your cart' }).boundingBox()
    expect([width, (box?.height ?? 0) / 800, box?.width]).toEqual([width, share, wide])
  }
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
})

const topOf = (element: Element) => element.getBoundingClientRect().top

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What a plain substring match finds, by name or description in a language. */
function expected({ menu }: Restaurant, language: Language, typed: string): string[] {
  return menu
    .filter((item) => {
      const description = (language === 'ro' && item.descriptionRo) || item.description
      return plain(nameIn(language, item)).includes(plain(typed)) || plain(description).includes(plain(typed))
    })
    .map((item) => nameIn(language, item))
}

const language = 'ro' as Language
test('the search finds, says that it found nothing, and leads to the dish', async ({ page, restaurant }) => {
  const t = words(language)
  await speak(page, language)
  await page.addInitScript(() => {
    const counted = window as unknown as { scrolls: (string | undefined)[] }
    counted.scrolls = []
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (options) {
      if (typeof options === 'object') counted.scrolls.push(options.behavior)
      scroll.call(this, options)
    }
  })
  await page.goto('/menu')
  await page.getByRole('button', { name: t('menu.search.open') }).click()
  const palette = page.getByRole('dialog', { name: t('menu.search.open') })
  const input = palette.getByRole('searchbox')
  const found = palette.getByRole('listitem')
  await expect(input).toBeFocused()
  const asked = { en: ['POLENTA', 'tuica', 'th sm'], ro: ['mamaliga', 'ȚUICĂ', 'smantana'] }[language]
  for (const typed of asked) {
    const wanted = expected(restaurant, language, typed)
    expect(wanted.length, typed).toBeGreaterThan(0)
    await input.fill(typed)
    await expect(found).toHaveCount(wanted.length)
    const names = await found.getByRole('button').allInnerTexts()
    expect(names.map((text) => text.split('\n')[0]).sort()).toEqual(wanted.sort())
    await expect(palette.getByRole('status')).toHaveText(t('menu.search.results', { count: wanted.length }))
  }

  await input.fill('qqq')
  await expect(palette.getByText(language === 'en' ? 'No results found' : 'Niciun rezultat')).toBeVisible()
  await expect(found).toHaveCount(0)
  await palette.getByRole('button', { name: t('menu.search.clear') }).click()
  await expect(input).toHaveValue('')

  const far = restaurant.menu.at(-30)
  if (!far) throw new Error('the menu is short')
  const name = nameIn(language, far)
  await input.fill(name)
  const first = found.first()
  await expect(first).toContainText(name)
  await expect(first).toContainText(formatMoney(far.price, 'lei').split(' ')[0] ?? '')
  await expect(first.locator('img, svg').first()).toBeVisible()
  await first.getByRole('button').click()
  await expect(palette).toBeHidden()
  await expect(page.locator(`#dish-${far.id}`)).toBeInViewport()
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveText(
    language === 'ro' ? far.categoryRo : far.category,
  )
  expect(await page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls[0])).toBe('smooth')
  await page.getByRole('button', { name: t('menu.search.open') }).click()
  await expect(input).toHaveValue('')
  await expect(found).toHaveCount(0)
})

test('nutrition, allergens and tags in words, with English where there is no Romanian', async ({ page }) => {
  const t = words(language)
  const full = {
    allergenCodes: [...ALLERGEN_CODES],
    allergens: 'Bucătăria folosește și urme de <b>nuci</b>',
    nutritionalValues: {
      calories: 1234.5,
      protein: 0,
      carbs: 12.5,
      fat: 0.30000000000000004,
      fiber: 3,
      saturates: null,
      sugars: null,
      salt: null,
    },
  }
  await serveMenu(page, [
    dish(1, { tags: [...TAG_KEYS, 'bio', 'vegan'] }),
    dish(2, { ...full, tags: ['alcohol'] }),
    dish(3, { nameRo: '', descriptionRo: '', category: 'Extras', categoryRo: '', tags: ['unknown'] }),
  ])
  await speak(page, language)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/menu')
  const card = (id: number) => page.locator(`#dish-${id}`)
  await expect(card(3).getByRole('heading', { name: 'Dish 3' })).toBeVisible()
  await expect(card(3).getByText('About dish 3')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Extras' })).toBeVisible()
  await expect(card(1).getByRole('heading', { name: language === 'ro' ? 'Preparat 1' : 'Dish 1' })).toBeVisible()

  // Every known tag once, in words, and each opens what it means; unknown ones are not shown.
  const badges = card(1).getByRole('button', { name: language === 'ro' ? /^Ce înseamnă/ : /^What “/ })
  await expect(badges).toHaveText(TAG_KEYS.map((tag) => t(`menu.tags.${tag}.label`)))
  await expect(card(3).getByText('unknown')).toHaveCount(0)
  for (const tag of ['spicy', 'pui'] as const) {
    await badges.nth(TAG_KEYS.indexOf(tag)).click()
    const dialog = page.getByRole('dialog', { name: t(`menu.tags.${tag}.label`) })
    await expect(dialog).toContainText(t(`menu.tags.${tag}.description`))
    await dialog.getByRole('button', { name: t('common.close') }).click()
    await expect(dialog).toBeHidden()
  }

  await card(1)
    .getByRole('button', { name: t('menu.about', { name: language === 'ro' ? 'Preparat 1' : 'Dish 1' }) })
    .click()
  const about = page.getByRole('dialog')
  await expect(about.getByRole('definition')).toHaveText(['N/A', 'N/A', 'N/A', 'N/A', 'N/A'])
  await expect(about.getByText(t('menu.nutrition.noAllergens'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()

  await card(2)
    .getByRole('button', { name: new RegExp(t('menu.nutrition.allergens')) })
    .click()
  await expect(about.getByRole('definition')).toHaveText(
    language === 'ro'
      ? ['1.234,5 kcal · 5.165 kJ', '0 g', '12,5 g', '0,3 g', '3 g']
      : ['1,234.5 kcal · 5,165 kJ', '0 g', '12.5 g', '0.3 g', '3 g'],
  )
  await expect(about.getByRole('listitem')).toHaveText(ALLERGEN_CODES.map((code) => t(`menu.allergens.${code}`)))
  await expect(about.getByText(full.allergens, { exact: true })).toBeVisible()
  await expect(card(2).getByText('18+')).toBeVisible()
})

test('five taps in time open the table dialog, and the counter begins anew', async ({ page }) => {
  await page.clock.install()
  await page.goto('/menu')
  const logo = page.getByRole('banner').getByRole('button').first()
  const dialog = page.getByRole('dialog', { name: 'Choose a table' })
  // The fifth comes too late and counts as the first; three more are four.
  for (const gap of [1_000, 1_000, 1_000, 1_600, 1_000, 1_000, 0]) {
    await logo.click()
    await page.clock.fastForward(gap)
  }
  await expect(dialog).toBeHidden()
  await logo.click()
  await logo.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  for (let tap = 0; tap < 4; tap++) await logo.click()
  await expect(dialog).toBeHidden()
})
