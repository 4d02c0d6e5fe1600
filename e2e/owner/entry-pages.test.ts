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
  await expect(page.getByRole('heading', { name: '404 Pagina nu a fost găsită' })).toBeVisible()

  await signIn(page.context(), restaurant)
  await page.goto('/')
  await expect(links).toHaveText(['Vedeți meniul', 'Panou de administrare'])
  await page.getByRole('button', { name: 'English' }).click()
  await expect(links).toHaveText(['View Menu', 'Dashboard'])
  await links.last().click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('registering as an owner is rejected with the reason if an owner exists by then, and registering as staff succeeds', async ({
  page,
  restaurant,
}) => {
  let release: (() => void) | undefined
  const bodies: unknown[] = []
  // Until it has tried, the page believes that there is no owner yet.
  await page.route('**/api/setup', (route) => route.fulfill({ json: { needsOwner: bodies.length === 0 } }))
  await page.route('**/api/register', async (route) => {
    bodies.push(route.request().postDataJSON())
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Register', selected: true })).toBeVisible()
  const isOwner = page.getByRole('checkbox', { name: 'Is Owner (Admin privileges)' })
  await expect(isOwner).toBeChecked()
  await page.getByLabel('Username').fill('late-owner')
  await page.getByLabel('Password', { exact: true }).fill('parola-mea')
  await page.getByRole('button', { name: 'Register' }).click()
  const pending = page.getByRole('button', { name: 'Creating account...' })
  await expect(pending).toBeDisabled()
  await expect.poll(() => bodies).toHaveLength(1)
  release?.()
  // The restaurant already has an owner.
  await expect(page.getByText('Only an owner can create another owner', { exact: true })).toBeVisible()
  await expect(page.getByText('Somebody else has created the owner’s account meanwhile.')).toBeVisible()
  await expect(isOwner).toHaveCount(0)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(pending).toBeVisible()
  // The button is pending before the request is intercepted.
  await expect.poll(() => bodies).toHaveLength(2)
  release?.()
  await expect(page).toHaveURL(/\/menu$/)
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
  expect(bodies).toMatchObject([{ isOwner: true }, { isOwner: false }])
  // For staff, /auth leads to the menu, and the landing page has no link to the dashboard.
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/menu$/)
  await page.goto('/')
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['View Menu'])
  await restaurant.query(`delete from users where username = 'late-owner'`)
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
  await expect(page.getByRole('main').locator('svg.lucide-smile')).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await page.getByLabel('Username').fill(OWNER.username)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(`Welcome back, ${OWNER.username}`, { exact: true })).toBeVisible()
})
