import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expected: /404 GET .*no-such-page/ })

const FINGERTIP_PX = 44

/** The controls in sight that a finger would miss, by name and size. What reaches beyond what is drawn counts too. */
const tooSmall = (page: Page) =>
  page.evaluate((least) => {
    const inSight = (control: Element) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && control.contains(hit)
    }
    return [...document.querySelectorAll('button, a[href], [role=tab], summary')].filter(inSight).flatMap((control) => {
      const drawn = control.getBoundingClientRect()
      const around = getComputedStyle(control, '::after')
      const isAround = around.content !== 'none' && around.position === 'absolute'
      const width = Math.max(drawn.width, isAround ? Number.parseFloat(around.width) : 0)
      const height = Math.max(drawn.height, isAround ? Number.parseFloat(around.height) : 0)
      // The carousel's dots stand side by side; its arrows do the same.
      const isDot = control.closest('[aria-roledescription]') !== null && height >= least
      if (isDot || (width >= least - 0.5 && height >= least - 0.5)) return []
      return [`${control.getAttribute('aria-label') ?? control.textContent}: ${width} × ${height}`]
    })
  }, FINGERTIP_PX)

test('on a phone every control is a fingertip wide to the touch', async ({ page }) => {
  for (const path of ['/', '/auth', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Română' })).toBeVisible()
    expect(await tooSmall(page), path).toEqual([])
  }
  await page.goto('/menu')
  await page.getByRole('button', { name: /^Add / }).first().click()
  await page.getByRole('button', { name: /^Add / }).nth(1).click()
  await expect(page.getByRole('button', { name: 'Open the cart: 2 items' })).toBeVisible()
  expect(await tooSmall(page), 'the menu').toEqual([])

  await page
    .getByRole('button', { name: /^One more: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Open the cart: 3 items' }).click()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible()
  expect(await tooSmall(page), 'the cart').toEqual([])

  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  expect(await tooSmall(page), 'the checkout').toEqual([])
})
