import { expect, OWNER, signIn, test } from '../support/fixtures.ts'

/* The landing page and the sign-in page, to the words (docs/product.md#landing, docs/product.md#accounts). */

test.use({ expected: /403 POST .*\/api\/register$|failed: .*\/icon\.svg|404 GET .*\/nowhere/ })

test('the landing page shows each visitor their links, in the language they pick', async ({ page, restaurant }) => {
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
  // The choice is kept, on every page.
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

test('the owner field is offered only while there is no owner, and is off; a refusal is said', async ({
  page,
  restaurant,
}) => {
  let held: (() => void) | undefined
  const bodies: unknown[] = []
  await page.route('**/api/setup', (route) => route.fulfill({ json: { needsOwner: true } }))
  await page.route('**/api/register', async (route) => {
    bodies.push(route.request().postDataJSON())
    await new Promise<void>((resolve) => {
      held = resolve
    })
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  const isOwner = page.getByRole('checkbox', { name: 'Is Owner (Admin privileges)' })
  await expect(isOwner).not.toBeChecked()
  await isOwner.check()
  await page.getByLabel('Username').fill('late-owner')
  await page.getByLabel('Password', { exact: true }).fill('parola-mea')
  await page.getByRole('button', { name: 'Register' }).click()
  const pending = page.getByRole('button', { name: 'Creating account...' })
  await expect(pending).toBeDisabled()
  await expect.poll(() => bodies).toHaveLength(1)
  held?.()
  // Somebody became the owner meanwhile.
  await expect(page.getByText('Only an owner can create another owner', { exact: true })).toBeVisible()
  await isOwner.uncheck()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(pending).toBeVisible()
  // The button is pending before the call has come here.
  await expect.poll(() => bodies).toHaveLength(2)
  held?.()
  await expect(page).toHaveURL(/\/menu$/)
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
  expect(bodies).toMatchObject([{ isOwner: true }, { isOwner: false }])
  // Signed in and no owner: /auth leads to the menu, and the landing page has no way in for them.
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/menu$/)
  await page.goto('/')
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['View Menu'])
  await restaurant.query(`delete from users where username = 'late-owner'`)
})

test('pictures: decoration on large screens alone, and a face where the one on the card fails', async ({ page }) => {
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
