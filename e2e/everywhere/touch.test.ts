import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedProblems: /404 GET .*no-such-page/ })

/** Minimum width and height of a touch target, in CSS pixels. */
const MIN_TARGET_PX = 44

/** The name and size of each visible control that is too small to touch; a touch area enlarged with `::after` counts. */
const smallControls = (page: Page) =>
  page.evaluate((minimum) => {
    const isVisible = (control: Element) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && control.contains(hit)
    }
    return [...document.querySelectorAll('button, a[href], [role=tab], summary')]
      .filter(isVisible)
      .flatMap((control) => {
        const box = control.getBoundingClientRect()
        const enlarged = getComputedStyle(control, '::after')
        const isEnlarged = enlarged.content !== 'none' && enlarged.position === 'absolute'
        const width = Math.max(box.width, isEnlarged ? Number.parseFloat(enlarged.width) : 0)
        const height = Math.max(box.height, isEnlarged ? Number.parseFloat(enlarged.height) : 0)
        // The carousel's dots may be narrower, because its arrows do the same.
        const isDot = control.closest('[aria-roledescription]') !== null && height >= minimum
        if (isDot || (width >= minimum - 0.5 && height >= minimum - 0.5)) return []
        return [`${control.getAttribute('aria-label') ?? control.textContent}: ${width} × ${height}`]
      })
  }, MIN_TARGET_PX)

test('every control of a guest’s pages on a phone is at least 44 px wide and high', async ({ page }) => {
  for (const path of ['/', '/auth', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Română' })).toBeVisible()
    expect(await smallControls(page), path).toEqual([])
  }
  await page.goto('/menu')
  await page.getByRole('button', { name: /^Add / }).first().click()
  await page.getByRole('button', { name: /^Add / }).nth(1).click()
  await expect(page.getByRole('button', { name: 'View cart: 2 dishes' })).toBeVisible()
  expect(await smallControls(page), 'the menu').toEqual([])

  await page
    .getByRole('button', { name: /^Details and allergens: / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Update · / })).toBeInViewport({ ratio: 1 })
  expect(await smallControls(page), 'the sheet of a dish').toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page
    .getByRole('button', { name: /^One more: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'View cart: 3 dishes' }).click()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible()
  expect(await smallControls(page), 'the cart').toEqual([])

  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  expect(await smallControls(page), 'the checkout').toEqual([])
})
