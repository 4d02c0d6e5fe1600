import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { hold, PROMOTIONS, servePromotions } from '../support/serving.ts'

// The placeholder is shown for a menu whose first category fills the view.
test.use({ wholeMenu: true })

const titles = (language: Language) => PROMOTIONS.map(({ title, titleRo }) => (language === 'ro' && titleRo) || title)

const language = 'en'
const t = translator(language)

test('the carousel of promotions loops by its arrows and dots, and by swiping', async ({ page }) => {
  const [first = '', second = '', third = ''] = titles(language)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await setLanguage(page, language)
  await servePromotions(page, PROMOTIONS)
  const release = await hold(page, '**/carousel-motion*')
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  const slide = carousel.getByRole('group')
  const [previous, next] = [t('promotions.previous'), t('promotions.next')].map((name) =>
    carousel.getByRole('button', { name }),
  )
  if (!previous || !next) throw new Error('no arrows')
  /** Expects this slide to be in view, and the only one for a screen reader. */
  const expectSlide = async (number: number, title: string) => {
    await expect(slide).toHaveCount(1)
    await expect(slide).toHaveAccessibleName(t('promotions.place', { number, total: 3 }))
    await expect(slide.getByRole('heading', { name: title })).toBeInViewport({ ratio: 0.9 })
    await expect(carousel.locator('[aria-current]')).toHaveAccessibleName(t('promotions.place', { number, total: 3 }))
  }
  await expectSlide(1, first)
  await expect(carousel.getByRole('status')).toBeEmpty()
  // The first dishes are still in view below the carousel.
  await expect(page.locator('.dish').nth(2)).toBeInViewport()
  // Until the carousel can scroll, its arrows are disabled and dimmed.
  for (const arrow of [previous, next]) {
    await expect(arrow).toBeDisabled()
    await expect(arrow).toHaveCSS('opacity', '0.5')
  }
  release()
  for (const arrow of [previous, next]) {
    await expect(arrow).toBeEnabled()
    await expect(arrow).toHaveCSS('opacity', '1')
  }
  await next.click()
  await expectSlide(2, second)
  await expect(carousel.getByRole('status')).toHaveText(t('promotions.shown', { number: 2, total: 3, title: second }))
  await next.press('Enter')
  await expectSlide(3, third)
  await expectAccessible(page, 'promotions', '[aria-roledescription]')
  await next.click()
  await expectSlide(1, first)
  await previous.click()
  await expectSlide(3, third)
  await carousel.getByRole('button', { name: t('promotions.place', { number: 2, total: 3 }) }).click()
  await expectSlide(2, second)

  const box = await carousel.boundingBox()
  if (!box) throw new Error('no carousel')
  // The drag covers more than half of the slide, because a busy machine is too slow for a flick.
  await page.mouse.move(box.x + box.width * 0.95, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.2, box.y + 40, { steps: 6 })
  await page.mouse.up()
  await expectSlide(3, third)

  // Switching the language keeps the slide.
  await page
    .getByRole('button', { name: /RO|Română/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: titles('ro')[2] ?? '' })).toBeInViewport({ ratio: 0.9 })
})

test('a single promotion has no controls, and without promotions no space is reserved', async ({ page }) => {
  await setLanguage(page, language)
  await servePromotions(page, PROMOTIONS.slice(1, 2))
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  await expect(carousel.getByText('Trout week')).toBeVisible()
  await expect(carousel.getByText('From the mountain farm')).toBeVisible()
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(carousel.getByRole('button')).toHaveCount(0)

  await page.unroute('**/api/promotions')
  await servePromotions(page, [])
  await page.reload()
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(carousel).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('a placeholder reserves the space of the promotions, so the layout does not shift', async ({ page }) => {
  const release = await servePromotions(page, PROMOTIONS, { held: true })
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: 'Promotions' })
  const dish = page.locator('.dish').first()
  await expect(carousel).toHaveAttribute('aria-busy', 'true')
  await expect(dish).toBeVisible()
  const boxesBefore = [await carousel.boundingBox(), await dish.boundingBox()]
  release()
  await expect(carousel.getByText('Soup Monday')).toBeVisible()
  await expect(carousel).not.toHaveAttribute('aria-busy')
  expect([await carousel.boundingBox(), await dish.boundingBox()]).toEqual(boxesBefore)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('without promotions, their placeholder disappears together with the menu’s', async ({ page }) => {
  const releaseMenu = await hold(page, '**/api/menu')
  await servePromotions(page, [])
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: 'Promotions' })
  await expect(carousel).toBeVisible()
  await page.waitForTimeout(300)
  await expect(carousel).toBeVisible()
  releaseMenu()
  await expect(page.locator('.dish').first()).toBeVisible()
  await expect(carousel).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

for (const language of LANGUAGES)
  test(`on the smallest phone no promotion of the demo that names a sum is cut (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await setLanguage(page, language)
    await page.goto('/menu')
    const texts = page.locator('.promotion-text > *')
    await expect(texts.nth(3)).toBeAttached()
    const cut = await texts.evaluateAll((all) =>
      all
        .filter((text) => /\d (de )?lei/.test(text.textContent ?? '') && text.scrollHeight > text.clientHeight + 1)
        .map((text) => text.textContent),
    )
    expect(cut).toEqual([])
  })
