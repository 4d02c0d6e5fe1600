import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { hold, makeDish, serveMenu } from '../support/serving.ts'

/* The menu with its category strip, search and dialogs (docs/product/menu.md). */

test.use({ wholeMenu: true })

test('the menu has one to three columns by width, and marks the category at 200 px as active', async ({
  page,
  restaurant,
}) => {
  await page.goto('/menu')
  const list = page.locator('main section ul').first()
  await expect(list).toBeVisible()
  for (const [width, columns] of [
    [320, 1],
    [767, 1],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1920, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const count = await list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    expect(count, `${width} px`).toBe(columns)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([width, overflow], 'the page never scrolls sideways').toEqual([width, 0])
  }

  await page.setViewportSize({ width: 390, height: 844 })
  const names = [...new Set(restaurant.menu.map(({ category }) => category))]
  const strip = page.getByRole('navigation', { name: 'Menu categories' })
  await expect(strip.getByRole('button')).toHaveText(['', ...names, 'Allergies?'])

  // A section is active when it spans the line at 200 px.
  const active = strip.locator('[aria-current]')
  const section = page.getByRole('region', { name: names[4], exact: true })
  /** Scrolls the section's top to a position. @returns how far it is off, in pixels */
  const scrollSectionTo = (top: number) =>
    section.evaluate(async (element, top) => {
      // Dishes render when they come into view, and may be higher than estimated.
      for (let turn = 0; turn < 20; turn++) {
        scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
      return Math.abs(element.getBoundingClientRect().top - top)
    }, top)
  expect(await scrollSectionTo(201)).toBeLessThan(1)
  await expect(active).toHaveText(names[3] ?? '')
  expect(await scrollSectionTo(199)).toBeLessThan(1)
  await expect(active).toHaveText(names[4] ?? '')
  const isInStrip = () =>
    active.evaluate((chip) => {
      const [box, row] = [chip.getBoundingClientRect(), chip.parentElement?.getBoundingClientRect()]
      return row !== undefined && box.left >= row.left && box.right <= row.right
    })
  await expect.poll(isInStrip, 'the strip scrolls itself').toBe(true)

  // A chosen category scrolls to the top and is active, also the last one, which never reaches the line.
  for (const name of [names.at(-1) ?? '', names[1] ?? '']) {
    await strip.getByRole('button', { name, exact: true }).click()
    await expect(active).toHaveText(name)
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect.poll(isInStrip).toBe(true)
  }
  await expect.poll(() => page.getByRole('region', { name: names[1], exact: true }).evaluate(topOf)).toBeLessThan(125)
})

test('a chosen category comes to rest below the header, also if its dishes are loaded later', async ({
  page,
  restaurant,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await hold(page, '**/api/menu')
  await page.goto('/menu')
  const names = [...new Set(restaurant.menu.map(({ category }) => category))]
  const strip = page.getByRole('navigation', { name: 'Menu categories' })
  const choose = (name: string) => strip.getByRole('button', { name, exact: true }).click()
  /** The distance between the header and the category's name, in pixels, once the page has not moved for a while. */
  const distance = (name: string) =>
    page.getByRole('heading', { name, exact: true }).evaluate(async (heading) => {
      let [position, still] = [scrollY, 0]
      while (still < 30) {
        await new Promise(requestAnimationFrame)
        still = scrollY === position ? still + 1 : 0
        position = scrollY
      }
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      return heading.getBoundingClientRect().top - header
    })
  const expectBelowHeader = (name: string) =>
    expect.poll(() => distance(name).then((pixels) => pixels > 10 && pixels < 40), name).toBe(true)
  const far = names.at(-2) ?? ''
  await choose(far)
  await expectBelowHeader(far)
  release()
  await expect(page.locator('.dish')).toHaveCount(restaurant.menu.length)
  await expectBelowHeader(far)
  for (const name of [names[8] ?? '', names.at(-3) ?? '', names[2] ?? '']) {
    await choose(name)
    await expectBelowHeader(name)
  }
})

const topOf = (element: Element) => element.getBoundingClientRect().top

const language = 'ro'
test('the search lists the categories, and scrolls to the chosen dish or category', async ({ page, restaurant }) => {
  const t = translator(language)
  // With reduced motion the page would jump to the dish.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await setLanguage(page, language)
  await page.addInitScript(() => {
    const recorded = window as unknown as { scrolls: string[] }
    recorded.scrolls = []
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (options) {
      if (typeof options === 'object' && options.behavior) recorded.scrolls.push(options.behavior)
      scroll.call(this, options)
    }
  })
  await page.goto('/menu')
  await page.getByRole('button', { name: t('menu.openSearch') }).click()
  const palette = page.getByRole('dialog', { name: t('menu.openSearch') })
  const input = palette.getByRole('searchbox')
  const results = palette.getByRole('listitem')
  const categories = [...new Set(restaurant.menu.map(({ categoryRo }) => categoryRo))]
  await expect(input).toBeFocused()
  await expect(results).toHaveCount(categories.length)
  const far = restaurant.menu.at(-30)
  if (!far) throw new Error('the menu is short')
  const name = nameIn(language, far)
  await input.fill(name)
  const first = results.first()
  await expect(first).toContainText(name)
  await expect(first).toContainText(formatMoney(far.price, 'lei').split(' ')[0] ?? '')
  await expect(first.locator('img, svg').first()).toBeVisible()
  await first.locator('[data-result]').click()
  await expect(palette).toBeHidden()
  await expect(page.locator(`#dish-${far.id}`)).toBeInViewport()
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveText(far.categoryRo)
  expect(await page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls[0])).toBe('smooth')
  await page.getByRole('button', { name: t('menu.openSearch') }).click()
  await expect(input).toHaveValue('')
  await results.last().getByRole('button').click()
  await expect(palette).toBeHidden()
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveText(categories.at(-1) ?? '')
  await expect(page.getByRole('heading', { name: categories.at(-1) ?? '' })).toBeFocused()
})

test('a card names all its tags and allergens, at every width', async ({ page }) => {
  const t = translator(language)
  await serveMenu(page, [makeDish(2, { allergenCodes: [...ALLERGEN_CODES], tags: [...TAG_KEYS] })])
  await setLanguage(page, language)
  await page.goto('/menu')
  const card = page.locator('#dish-2')
  const others = TAG_KEYS.filter((tag) => !ALLERGEN_TAGS.includes(tag))
  const aboutTags = card.getByRole('button', { name: /Ce înseamnă/ })
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(aboutTags).toHaveText(['18+', ...others.map((tag) => t(`menu.tags.${tag}`))])
    const [outer, price] = await Promise.all([card.boundingBox(), card.getByText(/LEI/).first().boundingBox()])
    if (!outer || !price) throw new Error('no card')
    for (const badge of [...(await aboutTags.all()), card.getByText(t('menu.allergens.molluscs'))]) {
      const inner = await badge.boundingBox()
      if (!inner) throw new Error('no badge')
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
      expect(inner.y + inner.height).toBeLessThanOrEqual(price.y)
    }
  }
})

test('the ring of the search button is not cut, at any width', async ({ page }) => {
  await page.goto('/menu')
  for (const width of [390, 834, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const search = page.getByRole('navigation').getByRole('button', { name: 'Search the menu' })
    await search.focus()
    const room = await search.evaluate((button) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(button)
      const strip = button.parentElement?.parentElement as HTMLElement
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      return button.getBoundingClientRect().left - ring - strip.getBoundingClientRect().left
    })
    expect(room, `at ${width} px`).toBeGreaterThanOrEqual(0)
  }
})

test('on a phone, what gets the focus on a card is not below the cart’s bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/menu')
  const cart = page.getByRole('button', { name: /^View cart/ })
  const add = page.getByRole('button', { name: /^Add / })
  await expect(add.nth(8)).toBeAttached()
  await add.first().click()
  for (let index = 2; index < 9; index++) {
    await add.nth(index - 1).focus()
    // To the next card: its "+" is the fourth or a later stop.
    for (
      let stop = 0;
      stop < 12 && !(await add.nth(index).evaluate((button) => button === document.activeElement));
      stop++
    )
      await page.keyboard.press('Tab')
    await expect(add.nth(index)).toBeFocused()
    const [plus, below] = await Promise.all([add.nth(index).boundingBox(), cart.boundingBox()])
    expect((plus?.y ?? 0) + (plus?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }
})
