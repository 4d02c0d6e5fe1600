import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { hold } from '../support/serving.ts'
import { logOut } from '../support/steps.ts'

test.use({ expectedProblems: /401 POST .*\/api\/login$/ })

test('the dashboard requires a login, and logging out leads back to the sign-in page', async ({ page }) => {
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
  // In the toast, and under the field.
  await expect(page.getByText('Invalid username or password', { exact: true })).toHaveCount(2)

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
