import type { CDPSession, Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { beyondTheSides, hiddenByKeyboard, setLetters } from '../support/small-screen.ts'

/* Without a pointer that hovers: taps, swipes, pinches, the keyboard on the screen, small phones and large letters. */

const t = translator('ro')
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeEach(({ page }) => setLanguage(page, 'ro'))

type Point = [x: number, y: number]

/** Moves each finger from the first to the second point in ten steps. */
async function moveFingers(touch: CDPSession, fingers: readonly [from: Point, to: Point][]): Promise<void> {
  const at = (share: number) =>
    fingers.map(([[x, y], [toX, toY]], id) => ({ id, x: x + (toX - x) * share, y: y + (toY - y) * share }))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 10; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the page')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

for (const [title, width, percent] of [
  ['on a phone of 320 px', 320, 100],
  ['with letters of 200 %', 390, 200],
] as const)
  test(`a guest orders by taps ${title}`, async ({ page, restaurant }) => {
    await page.setViewportSize({ width, height: 640 })
    await setLetters(page, percent)
    await page.goto('/')
    expect(await beyondTheSides(page), 'the landing page').toEqual([])
    await page
      .getByRole('link', { name: t('landing.viewMenu') })
      .first()
      .tap()
    const [dish] = restaurant.menu
    const name = dish?.nameRo || dish?.name || ''
    await page
      .getByRole('button', { name: t('menu.add', { name }) })
      .first()
      .tap()
    expect(await beyondTheSides(page), 'the menu').toEqual([])
    await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).tap()
    const cart = page.getByRole('dialog', { name: t('cart.title') })
    await cart.getByRole('button', { name: t('cart.checkout') }).waitFor()
    expect(await beyondTheSides(page), 'the cart').toEqual([])
    await cart.getByRole('button', { name: t('cart.checkout') }).tap()
    const form = page.getByRole('dialog', { name: t('checkout.title') })
    await form.getByLabel(t('checkout.name')).first().fill('Ana')
    expect(await beyondTheSides(page), 'the checkout').toEqual([])
    expect(await hiddenByKeyboard(page, form)).toEqual([])
    await form.getByLabel(t('checkout.phone')).fill('0712345678')
    await form.getByRole('button', { name: /obligație de plată/ }).tap()
    await expect(page.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
  })

test('a swipe changes the promotion, and a swipe down closes the cart', async ({ page, context }) => {
  await page.goto('/menu')
  const touch = await context.newCDPSession(page)
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  const slide = carousel.getByRole('group').and(page.locator('[aria-hidden=false]'))
  const first = await slide.getAttribute('aria-label')
  await page.locator('[data-adds]').first().tap()
  const [x, y] = await middleOf(carousel)
  await expect(async () => {
    await moveFingers(touch, [
      [
        [x + 120, y],
        [x - 120, y],
      ],
    ])
    await expect(slide).not.toHaveAttribute('aria-label', first ?? '', { timeout: 1_000 })
  }).toPass()

  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).tap()
  const cart = page.getByRole('dialog', { name: t('cart.title') })
  await expect(async () => {
    const [titleX, titleY] = await middleOf(cart.getByRole('heading').first())
    await moveFingers(touch, [
      [
        [titleX, titleY],
        [titleX, titleY + 500],
      ],
    ])
    await expect(cart).toBeHidden({ timeout: 1_000 })
  }).toPass()
})

test('two fingers enlarge a picture', async ({ page, context, restaurant }) => {
  await page.goto('/menu')
  const [dish] = restaurant.menu
  const name = dish?.nameRo || dish?.name || ''
  await page.getByRole('button', { name: t('menu.enlarge', { name }) }).tap()
  const viewer = page.getByRole('dialog', { name })
  const [x, y] = await middleOf(viewer.getByRole('region', { name: t('menu.zoom.view') }))
  const touch = await context.newCDPSession(page)
  await moveFingers(touch, [
    [
      [x - 40, y],
      [x - 90, y],
    ],
    [
      [x + 40, y],
      [x + 90, y],
    ],
  ])
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.2)
})

test('a long press on a dish opens and orders nothing', async ({ page, context }) => {
  await page.goto('/menu')
  const add = page.locator('[data-adds]').first()
  await expect(add).toBeVisible()
  const touch = await context.newCDPSession(page)
  const [x, y] = await middleOf(page.getByRole('heading', { level: 3 }).first())
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.waitForTimeout(800)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toHaveCount(0)
})
