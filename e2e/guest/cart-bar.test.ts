import type { Page } from '@playwright/test'
import { nameIn } from '#shared/domain/language.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

/*
 * No tap on a "+" opens the cart. What a guest sees of a "+" is what lies between the header and the cart's bar, which
 * replaces the round button from the first dish on, because it is opaque and reaches from edge to edge, to the bottom of the window. So a "+" is under the bar at a scroll
 * position if some of it is seen there and a tap in the middle of what is seen hits anything else than this "+".
 */

const STEP_PX = 37
/** Past several cards: they are alike, and so is what the bar covers of them. */
const DISTANCE_PX = 1_500

const language = 'ro'

test('no “+” of the menu is under the cart’s bar at any scroll position', async ({ page, restaurant }) => {
  const t = translator(language)
  const [dish] = restaurant.menu
  const name = dish ? nameIn(language, dish) : ''
  await setLanguage(page, language)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/menu')
  const plus = page.getByRole('button', { name: t('menu.add', { name }) })
  await expect(plus).toBeVisible()
  await expectNoneUnderBar(page, 'cart empty')
  await plus.click()
  await expect(page.locator('[data-cart-bar]')).toBeVisible()
  expect(await barFaults(page), 'the bar').toEqual([])
  // A card that inherited the bar's height would be restyled with it, as would all others.
  const heightsIn = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).getPropertyValue('--cart-bar')))])
  expect([await heightsIn('.menu-dishes'), await heightsIn('.dish')]).toEqual([['56px'], ['0px']])
  await expectNoneUnderBar(page, 'cart filled')
})

for (const address of ['/menu', '/menu?table=1']) {
  test(`each “+” ends left of the cart’s round button, wherever the page is scrolled (${address})`, async ({
    page,
  }) => {
    await setLanguage(page, language)
    for (const width of [360, 820]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(address)
      const button = await page.locator('.cart-bar:not([data-cart-bar])').boundingBox()
      const pluses = page.locator('.dish [data-adds]')
      // The page that the server rendered may have fewer, or be replaced by the one in the guest's language.
      await expect.poll(() => pluses.count(), `${width} px`).toBeGreaterThan(6)
      const ends = await pluses.evaluateAll((all) => all.map((plus) => plus.getBoundingClientRect().right))
      expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(button?.x ?? 0)
    }
  })
}

/** Expects a share of 0 of the scroll positions to have a "+" under the bar. */
async function expectNoneUnderBar(page: Page, where: string): Promise<void> {
  const { positions, seen, under } = await page.evaluate(lookAtEachPosition, [STEP_PX, DISTANCE_PX] as const)
  expect(positions, where).toBe(Math.floor(DISTANCE_PX / STEP_PX) + 1)
  // Between three and four cards fit below the header.
  expect(seen, `“+” seen, ${where}`).toBeGreaterThan(positions * 2)
  expect(under.length / positions, `share of positions, ${where}: ${under.slice(0, 5).join('; ')}`).toBe(0)
}

/** Runs in the page. @returns how many "+" were seen at all positions, and the positions with one under the bar */
async function lookAtEachPosition([step, distance]: readonly [number, number]) {
  const under: string[] = []
  let positions = 0
  let seen = 0
  for (let y = 0; y <= distance; y += step) {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    if (Math.abs(scrollY - y) > 1) break
    positions++
    const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const bar = document.querySelector('.cart-bar')?.getBoundingClientRect()
    const isFromEdgeToEdge = bar && bar.left <= 0 && bar.right >= innerWidth && bar.bottom >= innerHeight
    const bottom = isFromEdgeToEdge ? bar.top : innerHeight
    const isFaulty = [...document.querySelectorAll('.dish [data-adds]')].filter((plus) => {
      const box = plus.getBoundingClientRect()
      const from = Math.max(box.top, top)
      const to = Math.min(box.bottom, bottom)
      // Of less than two pixels, rounding decides who is hit.
      if (to - from < 2) return false
      seen++
      return !plus.contains(document.elementFromPoint((box.left + box.right) / 2, (from + to) / 2))
    })
    if (isFaulty.length > 0) under.push(`${isFaulty[0]?.getAttribute('aria-label')} at ${y}`)
  }
  scrollTo({ top: 0, behavior: 'instant' })
  return { positions, seen, under }
}

/** What makes that something is seen below the bar, or that the bar is hit where it is not seen. */
const barFaults = (page: Page) =>
  page.locator('.cart-bar').evaluate((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect()
    const faults: string[] = []
    if (left > 0 || right < innerWidth || bottom < innerHeight)
      faults.push(`is at ${left}–${right}, to ${bottom}, in a window of ${innerWidth}×${innerHeight}`)
    const { backgroundColor, borderRadius } = getComputedStyle(bar)
    if (!/^rgb\(/.test(backgroundColor)) faults.push(`has the ground ${backgroundColor}`)
    if (borderRadius !== '0px') faults.push(`has the corners ${borderRadius}`)
    for (let part: Element | null = bar; part; part = part.parentElement) {
      const { opacity } = getComputedStyle(part)
      if (opacity !== '1') faults.push(`has the opacity ${opacity}`)
    }
    const isBar = (x: number, y: number) => bar.contains(document.elementFromPoint(x, y))
    for (let x = 1; x < innerWidth; x += 20) {
      for (let y = Math.ceil(top) + 1; y < bottom; y += 6) if (!isBar(x, y)) faults.push(`is covered at ${x}, ${y}`)
      if (isBar(x, top - 2)) faults.push(`is hit above it at ${x}`)
    }
    return faults
  })
