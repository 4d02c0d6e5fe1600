import type { Page } from '@playwright/test'
import type { Order } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { SERVICE_SCRIPT } from '../../bench/budgets/budgets.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, soundPlays } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { bytesOf, neverIdle, requestsBefore, scriptsOf } from '../support/scripts.ts'
import { openAsStaff, staffTest as test } from '../support/staff.ts'

type Dish = Restaurant['menu'][0]

const STATIONS = [{ id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }]

// Other files of this worker use the same restaurant.
test.afterEach(({ restaurant }) =>
  restaurant.asOwner('PATCH', '/api/settings', { language: 'en', stations: STATIONS, kitchenMinutes: [5, 10] }),
)

/** Leaves no order open, and sets the restaurant's language. */
async function beginEvening({ query, asOwner }: Restaurant, language: Language): Promise<void> {
  await query(
    "update orders set status = 'completed', ended_at = now() - interval '1 hour' where status <> 'completed'",
  )
  await asOwner('PATCH', '/api/settings', { language })
}

const place = ({ placeOrder }: Restaurant, dishes: Dish[], note?: string): Promise<Order> =>
  placeOrder({
    items: dishes.map(({ id }, i) => ({ menuItemId: id, quantity: 1, ...(i === 0 && { notes: note }) })),
    total: dishes.reduce((sum, { price }) => sum + price, 0),
  })

/** Taps on each page before any tap reaches the server. */
async function tapTogether(pages: Page[], tap: (page: Page) => Promise<void>): Promise<void> {
  const { promise: allTapped, resolve: release } = Promise.withResolvers<void>()
  const held = '**/api/orders/*/items/*/done'
  for (const page of pages)
    await page.route(
      held,
      async (route) => {
        await allTapped
        await route.continue()
      },
      { times: 1 },
    )
  for (const page of pages) await tap(page)
  release()
}

const card = (page: Page, { id }: Order) => page.getByRole('article', { name: `#${id}` })

const language = 'en'

test('two cooks at two screens work off orders that others change', {
  tag: ['@daily', '@translated'],
}, async ({ restaurant, openStaff }) => {
  const { menu, asOwner } = restaurant
  const t = translator(language)
  await beginEvening(restaurant, language)
  const [soup, salad, schnitzel] = menu.slice(0, 3) as [Dish, Dish, Dish]
  const one = await openStaff({ username: 'cook-one', duty: 'kitchen', language })
  const two = await openStaff({ username: 'cook-two', duty: 'kitchen', language })
  // A touch lets the screens ring.
  for (const page of [one, two]) await page.locator('main').click({ position: { x: 2, y: 2 } })
  await expect(one.getByText(t('kitchen.empty'))).toBeVisible()
  const first = await place(restaurant, [soup, salad, schnitzel], 'alergie la nuci')
  const second = await place(restaurant, [soup])
  const line = (page: Page, order: Order, dish: Dish) => card(page, order).getByRole('button', { name: dish.name })

  // It rings on both, and both tick the same line.
  await expect.poll(async () => (await soundPlays(one)).length).toBeGreaterThan(0)
  const [played] = await soundPlays(one)
  expect(played).toMatchObject({ src: `${restaurant.url}/notification-sound.mp3`, volume: 1 })
  const sound = await fetch(played?.src ?? '')
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  await expect(card(one, first).getByRole('img', { name: t('kitchen.allergy') })).toBeVisible()
  await expect(line(two, first, soup)).toBeVisible()
  // A screen shows a cancelled order only if it has shown it before.
  for (const page of [one, two]) await expect(line(page, second, soup)).toBeVisible()
  await tapTogether([one, two], (page) => line(page, first, soup).click())
  for (const page of [one, two]) await expect(line(page, first, soup)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(one, '/kitchen')

  // Taken off: seen at one screen, the other still shows it, also after a reload.
  await asOwner('PATCH', `/api/orders/${first.id}/items/${first.items[1]?.id}`, { quantity: 0 })
  const seen = (page: Page, order: Order) =>
    card(page, order).getByRole('button', { name: t('kitchen.seenOf', { what: '' }) })
  await seen(one, first).click()
  await expect(seen(one, first)).toHaveCount(0)
  await expect(seen(two, first)).toBeVisible()
  await two.reload()
  await expect(seen(two, first)).toBeVisible()
  await seen(two, first).click()

  // Cancelled: it stays struck through until seen.
  await asOwner('PATCH', `/api/orders/${second.id}`, { status: 'cancelled' })
  await expect(card(one, second).locator('.line-through').first()).toBeVisible()
  await expectAccessible(one, '/kitchen with a cancelled order')
  await seen(one, second).click()
  await expect(card(one, second)).toHaveCount(0)
  await expect(card(two, second)).toBeVisible()

  // By keys at one screen; called back at the other, it returns to both.
  await one.keyboard.press('1')
  await one.keyboard.press('Space')
  for (const page of [one, two]) await expect(card(page, first)).toHaveCount(0)
  await two.getByRole('button', { name: t('kitchen.recall.openCount', { count: 1 }) }).click()
  await expectAccessible(two, 'recall', '[role=dialog]')
  await two.getByRole('dialog').getByRole('button', { name: schnitzel.name }).click()
  await expect(line(one, first, schnitzel)).toHaveAttribute('aria-pressed', 'false')
  await expect(line(one, first, soup)).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone, the dishes to make are a sheet, and logging out says so in words', async ({
  restaurant,
  openStaff,
}) => {
  const t = translator('ro')
  await beginEvening(restaurant, 'ro')
  const soup = restaurant.menu[0] as Dish
  const orders = [await place(restaurant, [soup]), await place(restaurant, [soup])]
  const page = await openStaff({ username: 'phone-cook', duty: 'kitchen', language: 'ro' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: t('kitchen.sidebar.openCount', { count: 2 }) }).click()
  const sheet = page.getByRole('dialog', { name: t('kitchen.sidebar.title') })
  await sheet.getByRole('button', { name: soup.nameRo || soup.name }).click()
  await expectAccessible(page, 'the dishes to make', '[role=dialog]')
  await sheet.getByRole('button', { name: t('kitchen.sidebar.allDone') }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(t('kitchen.empty'))).toBeVisible()
  for (const order of orders) await expect(card(page, order)).toHaveCount(0)
  await expectAccessible(page, '/kitchen on a phone')
  await page.getByRole('button', { name: t('menu.title') }).click()
  await page.getByRole('button', { name: t('auth.logOut') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('auth.logOut') })
    .click()
  await expect(page.getByText(t('auth.loggedOut')).first()).toBeVisible()
})

test('the kitchen loads little script and its oldest 24 orders until they can be ticked, and then has all', async ({
  browser,
  restaurant,
}) => {
  const t = translator(language)
  await beginEvening(restaurant, language)
  const soup = restaurant.menu[0] as Dish
  const ids: number[] = []
  for (let n = 0; n < 26; n++) ids.push((await place(restaurant, [soup])).id)
  const page = await openAsStaff(browser, restaurant, { username: 'idle-cook', duty: 'kitchen', prepare: neverIdle })
  await expect(page.getByRole('article').first()).toBeVisible()
  const scripts = await scriptsOf(page)
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(SERVICE_SCRIPT.bytes)
  expect(scripts.length).toBeLessThanOrEqual(SERVICE_SCRIPT.files)
  // From the second visit on, the orders are requested together with the code.
  const first = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/orders')
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  const orders: Order[] = await (await first).json()
  expect(orders.map(({ id }) => id)).toEqual(ids.slice(0, 24))
  await expect(page.getByText(t('kitchen.sidebar.portions', { count: 26 }))).toBeVisible()
  expect(await requestsBefore(page, 'kitchen')).toEqual(['/api/settings', '/api/user', '/api/orders'])
  await page.context().close()
})
