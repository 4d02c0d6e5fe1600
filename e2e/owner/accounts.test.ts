import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { hold } from '../support/serving.ts'
import { logOut } from '../support/steps.ts'

test.use({ expectedProblems: /401 POST .*\/api\/login$|409 POST .*\/api\/register$/ })

test('the dashboard requires a login, and logging out leads back to the sign-in page', { tag: '@daily' }, async ({
  page,
}) => {
  const releaseUser = await hold(page, '**/api/user')
  // While the current user is loading, a spinner shows: neither the dashboard nor a redirect to sign-in.
  await page.goto('/dashboard')
  const spinner = page.getByRole('status').filter({ hasText: 'Loading…' })
  await expect(spinner.locator('svg.animate-spin')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  releaseUser()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(spinner).toHaveCount(0)
  await expect(page.getByText('Welcome', { exact: true })).toBeVisible()
  await expect(page.getByText('Sign in to your account or create a new one')).toBeVisible()
  await expectAccessible(page, 'auth')

  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid username or password', { exact: true })).toBeVisible()

  const releaseLogin = await hold(page, '**/api/login')
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  releaseLogin()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.getByText(`Welcome back, ${OWNER.username}`, { exact: true })).toBeVisible()

  await page.goto('/auth')
  await expect(page).toHaveURL(/\/dashboard/)
  await logOut(page)
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
})

test('a registered user is staff: signing in leads to the menu, and the dashboard stays closed', async ({
  page,
  restaurant,
}) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  const tick = page.getByLabel('Is Owner (Admin privileges)')
  await expect(tick).toBeDisabled()
  await expect(tick).not.toBeChecked()
  await expect(tick).toHaveAccessibleDescription(/Only an owner can make you one/)
  await expectAccessible(page, 'auth, registering')
  await page.getByLabel('Username').fill('chelner')
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/menu$/)
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
  // Staff who open the dashboard read why it stays closed.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'The dashboard is for owners' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await expectAccessible(page, 'auth, for staff')
  // Once: the page then leads where it leads after signing in.
  await page.reload()
  await expect(page).toHaveURL(/\/menu$/)
  expect(await restaurant.query(`select is_owner from users where username = 'chelner'`)).toEqual([{ is_owner: false }])

  // Staff can log out on the menu and on the landing page; the menu stays open.
  const dish = page.getByRole('button', { name: `Add ${restaurant.menu[0]?.name} to the cart` })
  await expect(dish).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/menu$/)
  await expect(dish).toBeVisible()
  await page.goto('/auth')
  await page.getByLabel('Username').fill('chelner')
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/menu$/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
})
