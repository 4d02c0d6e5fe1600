import type { Page } from '@playwright/test'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { hold, serveMenu, serveWithoutSsr } from '../support/serving.ts'

/** Serves the menu with a changed first dish. */
async function changeFirstDish(page: Page, menu: MenuItem[], change: Partial<MenuItem>): Promise<void> {
  await serveMenu(
    page,
    menu.map((item, i) => (i === 0 ? { ...item, ...change } : item)),
  )
}

const pictureOf = (page: Page, item: MenuItem | undefined) => page.locator(`#dish-${item?.id} [data-picture]`)

const language = 'en'
const t = translator(language)

test('a picture can be enlarged to twice its size, and panned by keyboard', async ({ page, restaurant }) => {
  const [first] = restaurant.menu
  if (!first) throw new Error('the menu is empty')
  const name = nameIn(language, first)
  await setLanguage(page, language)
  await page.goto('/menu')
  const open = page.getByRole('button', { name: t('menu.enlarge', { name }) })
  await open.click()
  const viewer = page.getByRole('dialog', { name })
  const level = viewer.getByRole('status')
  const view = viewer.getByRole('region', { name: t('menu.zoom.view') })
  await expect(level).toHaveText(`${t('menu.zoom.level')} 100%`)
  await expect(view.getByRole('img', { name })).toBeVisible()
  await expectAccessible(page, 'picture viewer', '[role=dialog]')

  // At 200 % the picture is twice as wide as the view, and the arrow keys pan it.
  for (let step = 0; step < 4; step++) await viewer.getByRole('button', { name: t('menu.zoom.in') }).click()
  await expect(level).toContainText('200%')
  const scrollState = () =>
    view.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth, clientWidth])
  const offCentre = async () => {
    const [left = 0, whole = 0, visible = 1] = await scrollState()
    return Math.abs(left - (whole - visible) / 2)
  }
  await expect.poll(offCentre, 'pixels off the centre').toBeLessThan(3)
  const [left = 0, whole = 0, visible = 1] = await scrollState()
  expect(whole / visible).toBeCloseTo(2, 1)
  await view.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await scrollState())[0]).toBeGreaterThan(left)

  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(open).toBeFocused()
})

test('a picture shows a skeleton with a preview until it is loaded', async ({ page, restaurant }) => {
  const [first] = restaurant.menu
  await serveWithoutSsr(page)
  const release = await hold(page, /\/pictures\/.*\/(160|320|640|1280)\.webp/)
  // The load event waits for the first pictures, which are held back.
  await page.goto('/menu', { waitUntil: 'domcontentloaded' })
  const picture = pictureOf(page, first)
  await expect(picture).toHaveAttribute('data-picture', 'loading')
  await expect(picture.locator('.animate-pulse')).toBeVisible()
  const preview = picture.locator('img[src$="/32.webp"]')
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32)
  const box = await picture.boundingBox()
  release()
  await expect(picture).toHaveAttribute('data-picture', 'there')
  await expect(preview).toHaveCount(0)
  await expect(picture.locator('.animate-pulse')).toHaveCount(0)
  expect(await picture.boundingBox()).toEqual(box)
  // The browser loads the variant that fits a phone's card.
  const shown = await picture.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(shown).toMatch(/\/320\.webp$/)
})

test('a picture is requested 200 px before it scrolls into view', async ({ page, restaurant }) => {
  const far = restaurant.menu.find((item, i) => i > 15 && item.imageUrl)
  const folder = far?.imageUrl.replace(/[^/]+$/, '') ?? '?'
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/menu')
  const picture = pictureOf(page, far)
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(picture).toBeAttached()
  /** Scrolls until the picture is this far below the view, in pixels; dishes rendered on the way change the heights. */
  const scrollToDistance = async (distance: number) => {
    for (let remaining = Number.POSITIVE_INFINITY; Math.abs(remaining) > 1; ) {
      remaining = await picture.evaluate(async (element, distance) => {
        scrollBy({ top: element.getBoundingClientRect().top - innerHeight - distance, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
        return element.getBoundingClientRect().top - innerHeight - distance
      }, distance)
    }
    await page.waitForTimeout(400)
  }
  await scrollToDistance(900)
  await scrollToDistance(230)
  expect(requests.filter((url) => url.includes(folder))).toEqual([])
  await scrollToDistance(170)
  await expect.poll(() => requests.filter((url) => url.includes(folder)).length).toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('data-picture', /arriving|there/)
})

test.describe('with failing requests', () => {
  test.use({ expectedProblems: /404 GET .*\/pictures\/0{32}|500 GET .*\/api\/promotions/ })

  test('a broken picture is replaced by its placeholder, and failed promotions are left out', async ({
    page,
    restaurant,
  }) => {
    const [first] = restaurant.menu
    await changeFirstDish(page, restaurant.menu, { imageUrl: `/pictures/${'0'.repeat(32)}/640.webp` })
    await page.route('**/api/promotions', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    await page.goto('/menu')
    const picture = pictureOf(page, first)
    await expect(picture).toHaveAttribute('data-picture', 'failed')
    await expect(picture.locator('svg')).toBeVisible()
    await expect(picture.locator('img, button')).toHaveCount(0)
    expect(await picture.boundingBox()).toMatchObject({ width: 128, height: 128 })
    await expect(page.getByRole('region', { name: 'Promotions' })).toHaveCount(0)
    expect(await layoutShift(page)).toBeLessThan(0.02)

    await page.getByRole('button', { name: 'Search the menu' }).click()
    await page.getByRole('searchbox').fill(first?.name ?? '')
    await expect(page.getByRole('dialog').locator('[data-picture=failed] svg').first()).toBeVisible()
  })
})
