import type { Language } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { PROMOTIONS, promote } from '../support/promotions.ts'
import { words } from '../support/words.ts'

// The placeholder is drawn for a menu whose first category fills the view.
test.use({ wholeMenu: true })

const titles = (language: Language) => PROMOTIONS.map(({ title, titleRo }) => (language === 'ro' && titleRo) || title)

const language = 'en' as Language
const t = words(language)

test('promotions loop by arrows, dots and finger', async ({ page }) => {
  test.slow()
  const [one = '', two = '', three = ''] = titles(language)
  await speak(page, language)
  await promote(page, PROMOTIONS)
  let release = () => {}
  const free = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/carousel-motion*', async (route) => {
    await free
    await route.continue()
  })
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  const slide = carousel.getByRole('group')
  const [back, on] = [t('promotions.previous'), t('promotions.next')].map((name) =>
    carousel.getByRole('button', { name }),
  )
  if (!back || !on) throw new Error('no arrows')
  /** The slide in view; the others are not there for a screen reader. */
  const expectSlide = async (number: number, title: string) => {
    await expect(slide).toHaveCount(1)
    await expect(slide).toHaveAccessibleName(t('promotions.place', { number, total: 3 }))
    await expect(slide.getByRole('heading', { name: title })).toBeInViewport({ ratio: 0.9 })
    await expect(carousel.locator('[aria-current]')).toHaveAccessibleName(t('promotions.place', { number, total: 3 }))
  }
  await expectSlide(1, one)
  await expect(carousel.getByRole('status')).toBeEmpty()
  // The first dishes are still in view below it.
  await expect(page.locator('.dish').nth(2)).toBeInViewport()
  // Until the carousel can scroll, its arrows are disabled and dimmed.
  for (const arrow of [back, on]) {
    await expect(arrow).toBeDisabled()
    await expect(arrow).toHaveCSS('opacity', '0.5')
  }
  release()
  for (const arrow of [back, on]) {
    await expect(arrow).toBeEnabled()
    await expect(arrow).toHaveCSS('opacity', '1')
  }
  await on.click()
  await expectSlide(2, two)
  await expect(carousel.getByRole('status')).toHaveText(t('promotions.shown', { number: 2, total: 3, title: two }))
  await on.press('Enter')
  await expectSlide(3, three)
  await expectAccessible(page, 'promotions', '[aria-roledescription]')
  await on.click()
  await expectSlide(1, one)
  await back.click()
  await expectSlide(3, three)
  await carousel.getByRole('button', { name: t('promotions.place', { number: 2, total: 3 }) }).click()
  await expectSlide(2, two)

  const box = await carousel.boundingBox()
  if (!box) throw new Error('no carousel')
  // The drag covers more than half: on a busy machine the release comes too late for a flick.
  await page.mouse.move(box.x + box.width * 0.95, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.2, box.y + 40, { steps: 6 })
  await page.mouse.up()
  await expectSlide(3, three)

  // In the other language, with its own words and without jumping back.
  const other = language === 'en' ? 'ro' : 'en'
  await page
    .getByRole('button', { name: other === 'ro' ? /RO|Română/ : /EN|English/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: titles(other)[2] ?? '' })).toBeInViewport({ ratio: 0.9 })
})

test('one promotion has no controls, and none has no place', async ({ page }) => {
  await speak(page, language)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await promote(page, PROMOTIONS.slice(1, 2))
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  await expect(carousel.getByText('Trout week')).toBeVisible()
  await expect(carousel.getByText('From the mountain farm')).toBeVisible()
  await expect(page.locator('.dish').first()).toBeVisible()
  await page.waitForTimeout(4_500)
  await expect(carousel.getByRole('button')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('carousel-motion'))).toEqual([])

  await page.unroute('**/api/promotions')
  await promote(page, [])
  await page.reload()
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(carousel).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('a placeholder keeps the place of promotions, and nothing moves', async ({ page }) => {
  const release = await promote(page, PROMOTIONS, { held: true })
  await page.goto('/menu')
  const place = page.getByRole('region', { name: 'Promotions' })
  const dish = page.locator('.dish').first()
  await expect(place).toHaveAttribute('aria-busy', 'true')
  await expect(dish).toBeVisible()
  const before = [await place.boundingBox(), await dish.boundingBox()]
  release()
  await expect(place.getByText('Soup Monday')).toBeVisible()
  await expect(place).not.toHaveAttribute('aria-busy')
  expect([await place.boundingBox(), await dish.boundingBox()]).toEqual(before)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('where there are no promotions, their place goes with the menu’s own placeholder', async ({ page }) => {
  let answer = () => {}
  const free = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/menu', async (route) => {
    await free
    await route.continue()
  })
  await promote(page, [])
  await page.goto('/menu')
  const place = page.getByRole('region', { name: 'Promotions' })
  await expect(place).toBeVisible()
  await page.waitForTimeout(300)
  await expect(place).toBeVisible()
  answer()
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(place).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})
