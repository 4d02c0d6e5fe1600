import { expect, OWNER, signIn, test } from '../support/fixtures.ts'

/* The landing page and the sign-in page (docs/product/landing.md, docs/product/accounts.md). */

test.use({ expectedProblems: /403 POST .*\/api\/register$|failed: .*\/icon\.svg|404 GET .*\/nowhere/ })

test('the landing page shows the links for the current user, in the chosen language', async ({ page, restaurant }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to La Conac')
  await expect(page.getByText('Strada Teilor 14')).toBeVisible()
  await expect(page.getByText('La Conac Ospătărie SRL · RO00000014')).toBeVisible()
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links).toHaveText(['View Menu', 'Login'])
  await page.getByRole('button', { name: 'Română' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La Conac vă urează bun venit')
  await expect(links).toHaveText(['Vedeți meniul', 'Conectare'])
  // The chosen language applies to every page.
  await links.first().click()
  await expect(page).toHaveURL(/\/menu$/)
  await expect(page).toHaveTitle('Meniu · La Conac')
  expect((await page.goto('/nowhere'))?.status()).toBe(404)

  await signIn(page.context(), restaurant)
  await page.goto('/')
  await expect(links).toHaveText(['Vedeți meniul', 'Panou de administrare'])
  await page.getByRole('button', { name: 'English' }).click()
  await expect(links).toHaveText(['View Menu', 'Dashboard'])
  await links.last().click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the sign-in page shows its picture on large screens only, and a fallback icon if icon.svg fails to load', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/auth')
  const picture = page.locator('svg[viewBox="0 0 640 800"]')
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('aria-hidden', 'true')
  await expect(page.getByRole('main').locator('img')).toBeVisible()
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(picture).toBeHidden()

  await page.route('**/icon.svg', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('main').locator('svg.lucide-face-slightly-smiling')).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(`Welcome back, ${OWNER.username}`, { exact: true })).toBeVisible()
})
