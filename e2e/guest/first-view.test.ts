import type { BrowserContext, Locator, Page } from '@playwright/test'
import { nameIn } from '#shared/domain/language.ts'
import { translatePage } from '../../client/testing/translate-page.ts'
import { expect, type Restaurant, signIn, test } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'
import { hold } from '../support/serving.ts'

// Every journey fails on an error in the console: React reports there what it cannot hydrate.

test.use({ changesMenu: true })

const ENTRY = /\/static\/index-[^/]+\.js$/

const cards = (page: Page) => page.locator('[id^="dish-"]')
const plusOf = (page: Page, id: number) => page.locator(`#dish-${id}`).locator('[data-adds]')
const cartButton = (page: Page) => page.getByRole('button', { name: /^View cart/ })

/** Opens a page without its code. @returns a function that lets the code arrive */
async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const arrive = await hold(page, ENTRY)
  await page.goto(address, { waitUntil: 'commit' })
  return arrive
}

/** Whether React has kept the elements that the server drew. */
async function expectHydrated(page: Page, restaurant: Restaurant): Promise<void> {
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  expect(await page.evaluate(() => (window as { renderedDish?: Element }).renderedDish?.isConnected)).toBe(true)
}

/** Remembers the element of the first rendered dish. */
async function rememberRendered(page: Page): Promise<void> {
  await expect(cards(page)).toHaveCount(6)
  await page.evaluate(() => {
    ;(window as { renderedDish?: Element | null }).renderedDish = document.querySelector('[id^="dish-"]')
  })
}

async function storeCart(context: BrowserContext, { menu: [dish] }: Restaurant): Promise<void> {
  await context.addInitScript(
    (line) => {
      localStorage.setItem('masa.cart', JSON.stringify({ version: 1, value: [line] }))
      localStorage.setItem('masa.allergens', JSON.stringify({ version: 1, value: ['milk', 'eggs'] }))
    },
    { dish, quantity: 2 },
  )
}

for (const [address, language, colorScheme] of [
  ['/menu', 'en', 'light'],
  ['/menu?table=1', 'ro', 'dark'],
  ['/menu?table=99999', 'en', 'dark'],
] as const) {
  test.describe(`in ${language}, ${colorScheme}`, () => {
    test.use({ colorScheme })
    test(`${address} shows its dishes without its code, and keeps them with it`, async ({
      page,
      context,
      restaurant,
    }) => {
      const [dish] = restaurant.menu
      if (!dish) throw new Error('no dishes')
      await restaurant.asOwner('PATCH', '/api/settings', { language })
      await restaurant.asOwner('POST', `/api/menu/${dish.id}/sold-out`, { soldOut: address === '/menu' })
      await storeCart(context, restaurant)
      const arrive = await openWithoutCode(page, address)
      await rememberRendered(page)
      await expect(page.locator(`#dish-${dish.id} h3`)).toHaveText(nameIn(language, dish))
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme)
      await expect(plusOf(page, dish.id)).toHaveCount(address === '/menu' ? 0 : 1)
      const first = page.locator('.dish h3').first()
      const before = await first.boundingBox()
      arrive()
      await expectHydrated(page, restaurant)
      await expect(page.locator(`#dish-${dish.id} .figures`).first()).toBeVisible()
      // Nothing above the name moves; below it, the guest's own allergens are marked.
      expect((await first.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
      await restaurant.asOwner('POST', `/api/menu/${dish.id}/sold-out`, { soldOut: false })
    })
  })
}

/** The number that a guest sees in place of the element's own text. */
const shownBy = (element: Locator) =>
  element.evaluate((shown) => {
    const { content } = getComputedStyle(shown, '::after')
    // Firefox names the attribute.
    return content === 'attr(data-early)' ? shown.getAttribute('data-early') : content.replaceAll('"', '')
  })
const cartNumber = (page: Page) => page.locator('.cart-icon .figures')

test('a dish that is pressed before the page works shows its number at once, and is in the cart once it does', {
  tag: ['@daily', '@translated'],
}, async ({ page, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const [first, second] = restaurant.menu
  if (!first || !second) throw new Error('no dishes')
  const arrive = await openWithoutCode(page, '/menu')
  await plusOf(page, first.id).click()
  await plusOf(page, second.id).click()
  await plusOf(page, first.id).click()
  for (const [element, number] of [
    [plusOf(page, first.id), '2'],
    [plusOf(page, second.id), '1'],
    [cartNumber(page), '3'],
  ] as const) {
    expect(await shownBy(element)).toBe(number)
    // In place of the "+", and of the 0 of an empty cart.
    await expect(element.locator('svg')).toBeHidden()
    await expect(element).toHaveCSS('font-size', '0px')
  }
  arrive()
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 3 dishes/)
  await expect(page.locator('[data-early]')).toHaveCount(0)
  await plusOf(page, first.id).click()
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 4 dishes/)
  await expect(page.locator(`#dish-${first.id} .figures`).getByText('3', { exact: true })).toBeVisible()
})

test('what else is pressed on a dish before the page works is done once it does', async ({ page, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const [first, second] = restaurant.menu
  if (!first || !second) throw new Error('no dishes')
  const arrive = await openWithoutCode(page, '/menu')
  await plusOf(page, first.id).click()
  await page.locator(`#dish-${second.id}`).getByRole('heading').click()
  arrive()
  await expect(page.getByRole('dialog', { name: nameIn('en', second) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 1 dish\b/)
  await expect(page.getByRole('status').filter({ hasText: `${nameIn('en', first)} added` })).toHaveCount(1)
  await plusOf(page, first.id).click()
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 2 dishes/)
})

test('a dish that is pressed while React takes over a page that is translated meanwhile is added', async ({
  page,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  await page.addInitScript(`window.translatePage = ${translatePage}`)
  await page.addInitScript((id) => {
    // React reads the list of the page's elements for its root, and renders after that.
    const { addEventListener } = Element.prototype
    let isTranslated = false
    Element.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
      if (this.id === 'root' && !isTranslated) {
        isTranslated = true
        queueMicrotask(() => {
          const { translatePage } = window as unknown as { translatePage: (translator: string) => void }
          translatePage('the text moved')
          document.querySelector<HTMLElement>(`#dish-${id} [data-adds]`)?.click()
        })
      }
      return addEventListener.apply(this, args)
    }
  }, dish.id)
  await page.goto('/menu')
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 1 dish\b/)
})

test('a dish that is pressed while the page starts is added once it works', async ({ page, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const arrive = await hold(page, /\/static\/first-view-[^/]+\.js$/)
  await page.goto('/menu', { waitUntil: 'commit' })
  // The page has read its data.
  await expect(page.locator('#server-data')).toHaveCount(0)
  await plusOf(page, dish.id).click()
  arrive()
  await expect(cartButton(page)).toHaveAccessibleName(/^View cart: 1 dish\b/)
})

const OVER = { sessionId: 's', participantId: 'p', tableId: 1, expiresAt: 1, name: 'Ana' }
test('a dish that is pressed before the page works shows no number where the cart is not this phone’s first', async ({
  page,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const arrive = await openWithoutCode(page, '/menu')
  for (const [key, value] of [
    ['masa.cart', [{ dish: { id: 1 }, quantity: 1 }]],
    // The guest is asked about these.
    ['masa.allergens', ['milk']],
    ['masa.seat', OVER],
  ] as const) {
    await page.evaluate(
      ([key, value]) => {
        localStorage.clear()
        localStorage.setItem(key, JSON.stringify({ version: 1, value }))
      },
      [key, value] as const,
    )
    await page.reload({ waitUntil: 'commit' })
    await plusOf(page, dish.id).click()
    expect(await shownBy(plusOf(page, dish.id)), key).toBe('none')
  }
  arrive()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
})

test('with the first dishes alone, nothing in the cart counts as gone, and the search waits for the whole menu', async ({
  page,
  context,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const last = restaurant.menu.at(-1)
  if (!last) throw new Error('no dishes')
  await context.addInitScript(
    (line) => localStorage.setItem('masa.cart', JSON.stringify({ version: 1, value: [line] })),
    { dish: last, quantity: 1 },
  )
  const answer = await hold(page, '**/api/menu')
  await page.goto('/menu')
  await expect(cartButton(page)).toHaveAccessibleName(/1/)
  await page.getByRole('button', { name: 'Search the menu' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  answer()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().fill(last.name)
  await expect(page.getByRole('dialog').getByText(last.name).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toHaveAccessibleName(/1/)
})

test('a guest with another language sees the shapes of the menu, then the dishes without a request for them', async ({
  page,
  context,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  await setLanguage(context, 'ro')
  const answer = await hold(page, '**/api/**')
  const arrive = await openWithoutCode(page, '/menu')
  await expect(cards(page)).toHaveCount(6)
  await expect(cards(page).first()).toBeVisible()
  await expect(page.locator('[data-picture]').first()).toBeVisible()
  // Not a word in the other language, and nothing to press.
  await expect(cards(page).first().locator('h3')).toBeHidden()
  for (const button of await page.locator('#root button').all()) await expect(button).toBeHidden()
  arrive()
  await expect(page.locator(`#dish-${dish.id} h3`)).toHaveText(nameIn('ro', dish))
  await expect(page.locator(`#dish-${dish.id} h3`)).toBeVisible()
  answer()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
})

test('a signed-in owner gets the page without the dishes', async ({ page, context, restaurant }) => {
  await signIn(context, restaurant)
  const response = await page.goto('/menu')
  expect(await response?.text()).not.toContain('id="dish-')
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
})

test('a reload at a table keeps what the server rendered, and another table in storage does not', async ({
  page,
  restaurant,
}) => {
  await page.goto('/menu?table=1')
  await page.getByRole('button', { name: 'Order on my own' }).click()
  await page.reload()
  await expect(page.getByText(/Table \d+/).first()).toBeVisible()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  expect(await page.evaluate(() => document.documentElement.dataset.ssr)).toBe('1')
  // The table of this visit is another one than that of the address.
  await page.evaluate(() => {
    const value = { tableId: 2, ofAddress: 1, key: null }
    sessionStorage.setItem('masa.table', JSON.stringify({ version: 1, value }))
  })
  await page.reload()
  await expect(cards(page)).toHaveCount(restaurant.menu.length)
  await expect(page.getByText('waiter mode')).toBeVisible()
})

test('a picture that failed before the page worked has a drawn plate in its place', async ({ page, restaurant }) => {
  const dish = restaurant.menu.find(({ imageUrl }) => imageUrl !== '')
  if (!dish) throw new Error('no picture')
  await page.route('**/pictures/**', (route) => route.abort('aborted'))
  const arrive = await openWithoutCode(page, '/menu')
  await page.waitForTimeout(500)
  arrive()
  await expect(page.locator(`#dish-${dish.id} [data-picture=failed] svg`).first()).toBeVisible()
})

test.describe('without script', () => {
  // The browser reports each script that it does not load.
  test.use({ javaScriptEnabled: false, expectedProblems: /^failed: csp / })
  test('the page shows the first dishes and a list of all', async ({ page, restaurant }) => {
    await page.goto('/menu')
    await expect(cards(page)).toHaveCount(6)
    const [dish] = restaurant.menu
    await expect(page.locator(`#dish-${dish?.id} h3`)).toBeVisible()
    await expect(page.locator('noscript li')).toHaveCount(restaurant.menu.length)
    const last = restaurant.menu.at(-1)
    await expect(page.locator('noscript li').last()).toContainText(last?.name ?? '')
    await expect(page.locator('[data-adds]').first()).toBeHidden()
  })
})
