import type { Locator } from '@playwright/test'
import type { PriceRule } from '#shared/contracts/price-rules.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { expectAccessible } from '../support/axe.ts'
import { NOON_ZONE } from '../support/clock.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { removeRules } from '../support/price-rules.ts'
import { createTable, joinSharedCart, openCart, tableTest as test } from '../support/shared-session.ts'
import { beyondTheSides } from '../support/small-screen.ts'
import { closeSuccess } from '../support/steps.ts'

/* What guests see of prices by the hour, and what they pay (docs/product/menu.md#menu-offer). */

test.use({ changesMenu: true, timeZone: NOON_ZONE, timezoneId: NOON_ZONE })
test.afterAll(({ restaurant }) => removeRules(restaurant))

const MINUTE_MS = 60_000
const lei = (minor: number) => formatMoney(minor, 'lei')
const figure = (minor: number) => lei(minor).split(' ')[0] ?? ''
/** The restaurant's time so many minutes from now. */
const there = (minutes: number) => localTime(new Date(Date.now() + minutes * MINUTE_MS), NOON_ZONE)

/** Lowers the first dish by 30 % with a new rule, which runs always unless `fields` say otherwise. */
async function lowered(restaurant: Restaurant, fields: Partial<PriceRule> = {}) {
  const { asOwner, menu } = restaurant
  const [dish] = menu
  if (!dish) throw new Error('the menu is empty')
  await removeRules(restaurant)
  const rule = { name: 'Happy hour', nameRo: 'Ora fericită', percent: 30, dishIds: [dish.id], ...fields }
  expect((await asOwner('POST', '/api/price-rules', rule)).status).toBe(201)
  return { dish, price: loweredPrice(dish.price, { percent: 30 }) }
}
const everyDay = (from: string, to: string) => WEEKDAYS.map((day) => ({ day, from, to }))

test('a shared cart costs more on both phones at the moment at which a rule ends', async ({ restaurant, phones }) => {
  // The next minute, unless it begins too soon.
  const to = there(new Date().getSeconds() < 40 ? 1 : 2).time
  const { dish, price } = await lowered(restaurant, { weekly: everyDay(there(-60).time, to) })
  const table = await createTable(restaurant, 73)
  const guestAt = async (name: string, language: 'en' | 'ro') => {
    const page = await phones.at(table, { language })
    const t = translator(language)
    await joinSharedCart(page, name, language)
    const card = page.locator(`#dish-${dish.id}`)
    await expect(card).toContainText(t('menu.until', { time: to }))
    await card.locator('[data-adds]').click()
    return { page, t, card, cart: await openCart(page, language) }
  }
  const guests = [await guestAt('Ana', 'en'), await guestAt('Mihai', 'ro')]
  for (const { t, cart } of guests) {
    await expect(cart.getByText(lei(2 * price))).toBeVisible()
    await expect(cart.getByText(t('menu.insteadOf', { price: figure(dish.price) }))).toHaveCount(2)
    await cart.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
  }
  const submit = ({ cart, t }: (typeof guests)[number], total: number) =>
    cart.getByRole('button', { name: t('checkout.payDineIn', { total: lei(total) }) })
  for (const guest of guests) await expect(submit(guest, 2 * price)).toBeVisible()
  // They stay ready.
  for (const guest of guests) {
    await expect(submit(guest, 2 * dish.price)).toBeVisible({ timeout: 2 * MINUTE_MS })
    await expect(guest.cart.getByText(guest.t('menu.insteadOf', { price: '' }), { exact: false })).toHaveCount(0)
    await expect(guest.card.locator('s')).toHaveCount(0)
  }
  const [ana] = guests
  await ana?.cart.getByRole('button', { name: ana.t('checkout.payDineIn', { total: lei(2 * dish.price) }) }).click()
  for (const { page, t } of guests) {
    const success = page.getByRole('dialog', { name: t('checkout.success') })
    await expect(success).toContainText(lei(2 * dish.price))
    await closeSuccess(success, t)
  }
})

test('an order for tomorrow costs what the dishes cost then, and says so before the button', async ({
  page,
  restaurant,
}) => {
  const today = there(0).day
  const { dish, price } = await lowered(restaurant, { from: today, until: today })
  const pickup = { on: true, leadMinutes: 20, slotMinutes: 15, daysAhead: 1, ordersPerSlot: null }
  await restaurant.asOwner('PATCH', '/api/settings', { pickup })
  const t = translator('ro')
  await setLanguage(page, 'ro')
  await page.goto('/menu')
  await page.locator(`#dish-${dish.id} [data-adds]`).click()
  await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}.*${figure(price)}`) }).click()
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const step = page.getByRole('dialog', { name: t('checkout.pickup.title') })
  await expect(step.getByText(lei(price))).toBeVisible()
  await step.getByText(t('checkout.pickup.other'), { exact: true }).click()
  await step.getByText('mâine', { exact: true }).click()
  await step.getByText('12:00', { exact: true }).click()
  await expect(step.getByText(lei(dish.price))).toBeVisible()
  await expect(step.getByText(t('checkout.pickup.prices'))).toBeVisible()
  await step.getByRole('button', { name: t('checkout.pickup.continue', { time: 'mâine la 12:00' }) }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await form.getByLabel(t('checkout.name')).first().fill('Ilinca')
  await form.getByLabel(t('checkout.phone')).fill('0712345678')
  await form.getByRole('button', { name: t('checkout.payTakeaway', { total: lei(dish.price) }) }).click()
  const success = page.getByRole('dialog', { name: t('checkout.success') })
  await expect(success).toContainText(lei(dish.price))
  await closeSuccess(success, t)

  // As soon as possible has the prices of now, and the receipt says what they are instead of.
  await page.locator(`#dish-${dish.id} [data-adds]`).click()
  await page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }).click()
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  await step.getByRole('button', { name: /^Continuați/ }).click()
  await form.getByLabel(t('checkout.name')).first().fill('Ilinca')
  await form.getByLabel(t('checkout.phone')).fill('0712345678')
  await form.getByRole('button', { name: t('checkout.payTakeaway', { total: lei(price) }) }).click()
  await expect(success.getByText(t('menu.insteadOf', { price: figure(dish.price) }))).toBeVisible()
  await closeSuccess(success, t)
  await restaurant.asOwner('PATCH', '/api/settings', { pickup: { ...pickup, on: false } })
})

test.describe('a card of the first view', () => {
  /** Of its text, which may be less wide than its line. */
  const boxOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, top, right, bottom } = range.getBoundingClientRect()
      return { left, top, right, bottom }
    })

  for (const width of [320, 820]) {
    test(`has both prices and the end, which nothing covers, also once it is in the cart (${width} px)`, async ({
      page,
      restaurant,
    }) => {
      const t = translator('ro')
      await restaurant.asOwner('PATCH', '/api/settings', { language: 'ro' })
      const { dish, price } = await lowered(restaurant, { until: there(24 * 60).day })
      const first = () => fetch(`${restaurant.url}/menu`).then((response) => response.text())
      await expect.poll(async () => /<s [^>]*>/.test(await first())).toBe(true)
      await page.setViewportSize({ width, height: 800 })
      await setLanguage(page, 'ro')
      // A tap before the page works adds the dish at its lower price.
      let arrive = () => {}
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route(/\/static\/index-.*\.js/, (route) => arrived.then(() => route.continue()))
      await page.goto('/menu', { waitUntil: 'commit' })
      const card = page.locator(`#dish-${dish.id}`)
      await expect(card.locator('s')).toHaveText(figure(dish.price))
      await expect(card).toContainText(
        `${lei(price)}${figure(dish.price)} ${t('menu.insteadOf', { price: lei(dish.price) })}`,
      )
      await card.locator('[data-adds]').click()
      arrive()
      await expect(page.getByRole('button', { name: new RegExp(`^${t('cart.view')}.*${figure(price)}`) })).toBeVisible()
      const less = card.getByRole('button', { name: t('menu.less', { name: dish.nameRo }) })
      await expect(less).toBeVisible()
      const stepper = await boxOf(less)
      for (const shown of [card.locator('s'), card.getByText(t('menu.until', { time: '' }), { exact: false })]) {
        const box = await boxOf(shown)
        expect(box.right < stepper.left || box.bottom < stepper.top || box.top > stepper.bottom).toBe(true)
      }
      const end = card.getByText(t('menu.until', { time: '' }), { exact: false })
      // The rule's name after it may be cut.
      const beyond = await end.evaluate((element) => {
        const text = element.firstChild as Text
        const range = document.createRange()
        range.setStart(text, 0)
        range.setEnd(text, text.data.split(' · ')[0]?.length ?? 0)
        return range.getBoundingClientRect().right - element.getBoundingClientRect().right
      })
      expect(beyond).toBeLessThanOrEqual(0)
      expect(await beyondTheSides(page)).toEqual([])
      await expectAccessible(page, 'the menu under a rule')
      await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
    })
  }
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedProblems: /^failed: |^console: |^error: / })

  test('the stored menu has no price past its end, also on a phone whose clock was wrong', async ({
    page,
    context,
    restaurant,
  }) => {
    const { dish } = await lowered(restaurant, { weekly: everyDay(there(-60).time, there(60).time) })
    const card = page.locator(`#dish-${dish.id}`)
    // Three hours fast: by this clock, it has ended.
    await page.clock.install({ time: Date.now() + 180 * MINUTE_MS })
    for (let visit = 0; visit < 2; visit++) {
      await page.goto('/menu')
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await expect(card.locator('s')).toBeVisible()
    }
    await context.setOffline(true)
    await page.reload()
    await expect(card).toBeVisible()
    await page.clock.setSystemTime(Date.now() + 61 * MINUTE_MS)
    await page.reload()
    await expect(card).toBeVisible()
    await expect(card.locator('s')).toHaveCount(0)
  })
})
