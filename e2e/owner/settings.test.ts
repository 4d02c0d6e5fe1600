import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, type Restaurant, test } from '../support/fixtures.ts'
import { chooseInHeader } from '../support/steps.ts'

test.use({ expectedProblems: /401 |409 (POST|PATCH|DELETE) .*\/api\/(users|orders)/ })

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function chooseForUser(page: Page, entry: string, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.goto('/dashboard')
  await chooseInHeader(page, 'Settings')
  await settingsOf(page).getByRole('tab', { name: tab }).click()
}

async function signInOnPage(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function openBrowser(browser: Browser, { url }: Restaurant): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1180, height: 820 } })
  return context.newPage()
}

test('an owner adds another owner, resets the password, which ends that user’s session, and removes the user', async ({
  dashboard,
  browser,
  restaurant,
}) => {
  await openSettings(dashboard, 'Users')
  await expect(row(dashboard, OWNER.username)).toContainText('Owner')
  await expect(row(dashboard, OWNER.username)).toContainText('This is you')
  await expectAccessible(dashboard, 'the users', '[role=dialog]')

  await dashboard.getByRole('button', { name: 'Add user' }).click()
  const adding = dashboard.getByRole('dialog', { name: 'New user' })
  await expectAccessible(dashboard, 'a new user', '[role=dialog]:last-of-type')
  await adding.getByLabel('Password', { exact: true }).fill('parola1')
  await adding.getByRole('combobox', { name: 'Role' }).click()
  await dashboard.getByRole('option', { name: 'Owner' }).click()
  await adding.getByLabel('Username').fill('ana')
  await adding.getByRole('button', { name: 'Create user' }).click()
  await expect(adding).toBeHidden()
  await expect(row(dashboard, 'ana')).toContainText('Added by the restaurant · Last sign-in: never')
  await expect(dashboard.getByRole('button', { name: 'Add user' })).toBeFocused()

  // The new owner signs in elsewhere, and the open list shows it.
  const other = await openBrowser(browser, restaurant)
  await signInOnPage(other, 'ana', 'parola1')
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await expect(row(dashboard, 'ana')).not.toContainText('never')

  // Resetting the password ends that session and closes its open board.
  await row(dashboard, 'ana').getByRole('button', { name: 'Reset password: ana', exact: true }).click()
  const resetting = dashboard.getByRole('dialog', { name: 'New password for ana' })
  await resetting.getByLabel('New password', { exact: true }).fill('parola2')
  await resetting.getByRole('button', { name: 'Set password' }).click()
  await expect(dashboard.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/auth$/)
  await signInOnPage(other, 'ana', 'parola1')
  await expect(other.getByText('Invalid username or password', { exact: true })).toBeVisible()
  await signInOnPage(other, 'ana', 'parola2')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()

  // Removing a user asks for confirmation, and moves the focus to a button that remains.
  await chooseForUser(dashboard, 'Remove', 'ana')
  const removing = dashboard.getByRole('alertdialog', { name: 'Remove ana?' })
  await removing.getByRole('button', { name: 'Remove user' }).click()
  await expect(row(dashboard, 'ana')).toHaveCount(0)
  await expect(dashboard.getByRole('button', { name: 'Add user' })).toBeFocused()
  await signInOnPage(other, 'ana', 'parola2')
  await expect(other.getByText('Invalid username or password', { exact: true })).toBeVisible()
  await other.context().close()
})

test('a new name appears on the guest’s page, and a pause of orders ends by itself', { tag: '@translated' }, async ({
  dashboard,
  page,
  restaurant,
}) => {
  await page.goto('/menu')
  const notice = page.getByText(/^The kitchen is not taking orders until \d\d:\d\d\.$/)
  await expect(page.getByRole('main')).toBeVisible()

  await openSettings(dashboard, 'WhatsApp')
  const dialog = settingsOf(dashboard)
  await expectAccessible(dashboard, 'WhatsApp', '[role=dialog]')
  await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  await expect(dialog.getByLabel('The business day begins at')).toHaveValue('04:00')
  await expectAccessible(dashboard, 'the restaurant', '[role=dialog]')
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
