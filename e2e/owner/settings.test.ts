import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, type Restaurant, test } from '../support/fixtures.ts'

test.use({ expected: /401 |409 (POST|PATCH|DELETE) .*\/api\/(users|orders)/ })

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const action = (page: Page, what: string, name: string) =>
  row(page, name).getByRole('button', { name: `${what}: ${name}`, exact: true })

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await settingsOf(page).getByRole('tab', { name: tab }).click()
}

async function signInOnPage(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function another(browser: Browser, { url }: Restaurant): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1180, height: 820 } })
  return context.newPage()
}

test('an owner makes another, gives a password, takes the role and removes; open boards close at once', async ({
  board,
  browser,
  restaurant,
}) => {
  test.slow()
  await openSettings(board, 'Users')
  await expect(row(board, OWNER.username)).toContainText('Owner')
  await expect(row(board, OWNER.username)).toContainText('This is you')
  await expectAccessible(board, 'the users', '[role=dialog]')

  // A new owner, after a slip.
  await board.getByRole('button', { name: 'Add user' }).click()
  const adding = board.getByRole('dialog', { name: 'New user' })
  await adding.getByLabel('Password', { exact: true }).fill('12345')
  await adding.getByRole('button', { name: 'Create user' }).click()
  await expect(adding.getByText('Username is required')).toBeVisible()
  await expect(adding.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(adding.getByLabel('Username')).toBeFocused()
  await expectAccessible(board, 'a new user', '[role=dialog]:last-of-type')
  await adding.getByLabel('Username').fill(OWNER.username.toUpperCase())
  await adding.getByLabel('Password', { exact: true }).fill('parola1')
  await adding.getByRole('combobox', { name: 'Role' }).click()
  await board.getByRole('option', { name: 'Owner' }).click()
  await adding.getByRole('button', { name: 'Create user' }).click()
  await expect(adding.getByText('Username already exists')).toBeVisible()
  await adding.getByLabel('Username').fill('ana')
  await adding.getByRole('button', { name: 'Create user' }).click()
  await expect(adding).toBeHidden()
  await expect(row(board, 'ana')).toContainText('Added by the restaurant · Last sign-in: never')
  await expect(board.getByRole('button', { name: 'Add user' })).toBeFocused()

  // The other one signs in elsewhere; the open list says so by itself.
  const other = await another(browser, restaurant)
  await signInOnPage(other, 'ana', 'parola1')
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await expect(row(board, 'ana')).not.toContainText('never')

  // A reset password ends that sign-in at once, open board and all.
  await action(board, 'Reset password', 'ana').click()
  const resetting = board.getByRole('dialog', { name: 'New password for ana' })
  await resetting.getByLabel('New password', { exact: true }).fill('parola2')
  await resetting.getByRole('button', { name: 'Set password' }).click()
  await expect(board.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/auth$/)
  await signInOnPage(other, 'ana', 'parola1')
  await expect(other.getByText('Invalid username or password', { exact: true })).toBeVisible()
  await signInOnPage(other, 'ana', 'parola2')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()

  // A demoted owner's board closes; what is signed in anew is staff.
  await action(board, 'Make staff', 'ana').click()
  await board.getByRole('alertdialog', { name: 'Make ana staff?' }).getByRole('button', { name: 'Make staff' }).click()
  await expect(row(board, 'ana')).toContainText('Staff')
  await expect(other).toHaveURL(/\/auth$/)
  await signInOnPage(other, 'ana', 'parola2')
  await expect(other).toHaveURL(/\/menu$/)

  // The last owner stays.
  await action(board, 'Remove', OWNER.username).click()
  const last = board.getByRole('alertdialog', { name: `Remove ${OWNER.username}?` })
  await last.getByRole('button', { name: 'Remove user' }).click()
  await expect(board.getByText('The last owner cannot be removed or made staff', { exact: true })).toBeVisible()
  await last.getByRole('button', { name: 'Cancel' }).click()
  await expect(action(board, 'Remove', OWNER.username)).toBeFocused()

  // Removing asks once, and the focus goes to what stays.
  await action(board, 'Remove', 'ana').click()
  const removing = board.getByRole('alertdialog', { name: 'Remove ana?' })
  await removing.getByRole('button', { name: 'Remove user' }).click()
  await expect(row(board, 'ana')).toHaveCount(0)
  await expect(board.getByRole('button', { name: 'Add user' })).toBeFocused()
  await signInOnPage(other, 'ana', 'parola2')
  await expect(other.getByText('Invalid username or password', { exact: true })).toBeVisible()
  await other.context().close()
})

test('WhatsApp’s number has its rule; a name is on the guest’s page at once; a pause ends by itself', async ({
  board,
  page,
  restaurant,
}) => {
  test.slow()
  await page.goto('/menu')
  const notice = page.getByText('The kitchen is not taking orders at the moment.')
  await expect(page.getByRole('main')).toBeVisible()

  await openSettings(board, 'WhatsApp')
  const dialog = settingsOf(board)
  await expect(dialog.getByText('WhatsApp is not connected: nothing is sent.')).toBeVisible()
  const number = dialog.getByLabel('Your phone number for WhatsApp')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Phone number is required')).toBeVisible()
  await number.fill('0712345678')
  await expect(dialog.getByText('Phone number must be in format: 40XXXXXXXXX')).toBeVisible()
  await expectAccessible(board, 'WhatsApp', '[role=dialog]')
  await number.fill('40712345678')
  await dialog.getByRole('switch', { name: 'Tell me of new orders on WhatsApp' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(board.getByText('Settings saved', { exact: true })).toBeVisible()
  expect(await restaurant.query('select owner_phone_number, whatsapp_notifications_enabled from settings')).toEqual([
    { owner_phone_number: '40712345678', whatsapp_notifications_enabled: false },
  ])

  await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  await expect(dialog.getByLabel('The business day begins at')).toHaveValue('04:00')
  await expectAccessible(board, 'the restaurant', '[role=dialog]')
  await dialog.getByLabel('Name of the restaurant').fill('La Conac')
  await dialog.getByLabel('Phone', { exact: true }).fill('0256 111 222')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner').getByText('La Conac')).toBeVisible()
  await expect(page).toHaveTitle(/La Conac/)
  // Another owner's change is taken over where nothing is typed.
  await dialog.getByLabel('Legal name').fill('Conac SRL')
  await restaurant.asOwner('PATCH', '/api/settings', { taxNumber: 'RO123', legalName: 'Altul' })
  await expect(dialog.getByLabel('Tax number (CUI)')).toHaveValue('RO123')
  await expect(dialog.getByLabel('Legal name')).toHaveValue('Conac SRL')
  await board.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await board.getByRole('button', { name: 'Pause orders' }).click()
  await board.getByRole('menuitem', { name: 'For 15 minutes' }).click()
  const banner = board.getByRole('status').filter({ hasText: 'Orders are paused' })
  await expect(banner).toContainText(/Until \d\d:\d\d\./)
  await expect(banner).toContainText('(15 min left)')
  await expect(notice).toBeVisible()
  await expectAccessible(board, 'a paused board')
  // The pause ends sooner than anybody would wait: the owner elsewhere chooses three seconds.
  const ordersPausedUntil = new Date(Date.now() + 3_000).toISOString()
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true, ordersPausedUntil })
  await expect(banner).toBeHidden()
  await expect(notice).toBeHidden()
  expect((await restaurant.order()).id).toBeGreaterThan(0)
})
