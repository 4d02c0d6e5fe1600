import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

/*
 * Toasts (docs/product/everywhere.md#everywhere-toasts). How many there are, and how long, is tested in client/ui/toast.
 */

test.use({ expectedProblems: /401 POST .*\/api\/login$/ })

async function failToLogIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a swipe of 50 px to the right closes a toast, and F8 focuses it', async ({ page }) => {
  await page.goto('/auth')
  const toast = page.getByRole('listitem').filter({ hasText: 'Login failed' })
  await failToLogIn(page)
  await expect(toast).toBeVisible()

  const swipe = async (distance: number) => {
    const box = await toast.boundingBox()
    if (!box) throw new Error('no toast')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y, { steps: 3 })
    await page.mouse.move(x + distance, y, { steps: 3 })
    await page.mouse.up()
  }
  await swipe(48)
  await expect(toast).toBeVisible()
  await swipe(-120)
  await expect(toast).toBeVisible()
  await swipe(54)
  await expect(toast).toBeHidden()

  await failToLogIn(page)
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toBeHidden()
})
