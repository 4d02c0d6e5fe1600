import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseInHeader } from '../support/steps.ts'

test('a new name appears on the guest’s page, and a pause of orders ends by itself', async ({
  dashboard,
  page,
  restaurant,
}) => {
  await page.goto('/menu')
  const notice = page.getByText(/^The kitchen is not taking orders until \d\d:\d\d\.$/)
  await expect(page.getByRole('main')).toBeVisible()

  await dashboard.goto('/dashboard')
  await chooseInHeader(dashboard, 'Settings')
  const dialog = dashboard.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  await expect(dialog.getByLabel('The business day begins at')).toHaveValue('04:00')
  await dialog.getByLabel('Name of the restaurant').fill('La Conac')
  await dialog.getByLabel('Phone', { exact: true }).fill('0256 111 222')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner').getByText('La Conac')).toBeVisible()
  await expect(page).toHaveTitle(/La Conac/)
  await dashboard.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await dashboard.getByRole('button', { name: 'Pause orders' }).click()
  await dashboard.getByRole('menuitem', { name: 'For 15 minutes' }).click()
  const banner = dashboard.getByRole('status').filter({ hasText: 'Orders are paused' })
  await expect(banner).toContainText(/Until \d\d:\d\d\./)
  await expect(banner).toContainText('(15 min left)')
  await expect(notice).toBeVisible()
  await expectAccessible(dashboard, 'a paused board')
  // Another device shortens the pause to three seconds.
  const ordersPausedUntil = new Date(Date.now() + 3_000).toISOString()
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true, ordersPausedUntil })
  await expect(banner).toBeHidden()
  await expect(notice).toBeHidden()
  expect((await restaurant.placeOrder()).id).toBeGreaterThan(0)
})
