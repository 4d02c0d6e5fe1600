import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

/*
 * Toasts (docs/product.md#everywhere-toasts). How long they stay is tested beside them in client/ui/toast.
 */

test.use({ expected: /401 POST .*\/api\/login$/ })

async function fail(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
}

test('one at a time, swiped away to the right from 50 px, reached by F8', async ({ page }) => {
  await page.goto('/auth')
  const shown = page.getByRole('listitem').filter({ hasText: 'Login failed' })
  const answered = page.waitForResponse('**/api/login')
  await fail(page)
  await answered
  await expect(shown).toBeVisible()
  await fail(page)
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expect(shown).toHaveCount(1)

  const swipe = async (distance: number) => {
    const box = await shown.boundingBox()
    if (!box) throw new Error('no toast')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y, { steps: 3 })
    await page.mouse.move(x + distance, y, { steps: 3 })
    await page.mouse.up()
  }
  await swipe(48)
  await expect(shown).toBeVisible()
  await swipe(-120)
  await expect(shown).toBeVisible()
  await swipe(54)
  await expect(shown).toBeHidden()

  // A toast that has the focus waits for its reader.
  await page.mouse.move(0, 0)
  await fail(page)
  await expect(shown).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(shown.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown).toBeHidden()
})
