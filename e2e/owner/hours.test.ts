import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { advanceUntil, NOON_ZONE } from '../support/clock.ts'
import { expect, test } from '../support/fixtures.ts'
import { layoutShift } from '../support/layout-shift.ts'

// A phone in another zone reads that the times are the restaurant's.
test.use({ changesMenu: true, timeZone: NOON_ZONE, timezoneId: NOON_ZONE })

const MINUTE_MS = 60_000
/** The restaurant's time so many minutes from now. */
const timeIn = (minutes: number) => localTime(new Date(Date.now() + minutes * MINUTE_MS), NOON_ZONE).time

test('a guest’s page shows a dish with its hours once they have ended, and the landing page until when it is open', async ({
  page,
  restaurant,
}) => {
  const everyDay = (from: string, to: string) => WEEKDAYS.map((day) => ({ day, from, to }))
  const closesAt = timeIn(120)
  await restaurant.asOwner('PATCH', '/api/settings', {
    openingHours: { weekly: everyDay(timeIn(-120), closesAt), exceptions: [] },
  })
  const categories = (await (await restaurant.asOwner('GET', '/api/menu/categories')).json()) as MenuCategory[]
  const [dish] = restaurant.menu
  const category = categories.find(({ name }) => name === dish?.category)
  const [from, to] = [timeIn(-60), timeIn(2)]
  await restaurant.asOwner('PATCH', `/api/menu/categories/${category?.id}`, { servedHours: everyDay(from, to) })
  await page.goto('/')
  await expect(page.getByText(`Open until ${closesAt}`)).toBeVisible()
  await page.clock.install()
  await page.goto('/menu')
  const card = page.locator(`#dish-${dish?.id}`)
  const add = card.locator('[data-adds]')
  await expect(add).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await page.clock.fastForward(2 * MINUTE_MS)
  // An answer of the server, whose clock is behind, ends that again for a moment.
  await advanceUntil(page, async () => {
    await expect(card.getByText(`Served ${from}–${to}`)).toBeVisible({ timeout: 2_000 })
    expect(await add.count()).toBe(0)
  })

  // From the server it comes as it is; by then the hours have ended there, too.
  await restaurant.asOwner('PATCH', `/api/menu/categories/${category?.id}`, {
    servedHours: everyDay(timeIn(-60), timeIn(-1)),
  })
  await expect.poll(async () => (await (await fetch(`${restaurant.url}/menu`)).text()).includes('Served ')).toBe(true)
  await page.goto('/menu')
  const name = dish?.category ?? ''
  await expect(page.locator('main section').last().getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(card).not.toBeInViewport()
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  await expect(card).toBeInViewport()

  // The other files of this worker have the same restaurant.
  await restaurant.asOwner('PATCH', `/api/menu/categories/${category?.id}`, { servedHours: null })
  await restaurant.asOwner('PATCH', '/api/settings', { openingHours: null })
})
