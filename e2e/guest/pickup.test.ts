import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

test.use({ expectedProblems: /^409 POST .*\/api\/orders$/ })

test('a phone orders for a time, and another finds it full and loses one that goes meanwhile', async ({
  page,
  browser,
  restaurant,
}) => {
  const setPickup = (pickup: object) =>
    restaurant.asOwner('PATCH', '/api/settings', { pickup: { ...DEFAULT_PICKUP, ...pickup } })
  await setPickup({ on: true, ordersPerSlot: 1 })
  const other = await (await browser.newContext({ baseURL: restaurant.url })).newPage()
  const [dish] = restaurant.menu
  /** Opens the step that asks for the time, at the times of tomorrow. */
  const openTimes = async (phone: typeof page, language: 'en' | 'ro') => {
    const t = translator(language)
    await setLanguage(phone, language)
    await phone.goto('/menu')
    await phone
      .getByRole('button', { name: t('menu.add', { name: language === 'ro' ? dish?.nameRo : dish?.name }) })
      .click()
    await phone.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
    await phone.getByRole('button', { name: t('cart.checkout') }).click()
    const step = phone.getByRole('dialog', { name: t('checkout.pickup.title') })
    await expect(step.getByText(t('checkout.pickup.step', { step: 2, of: 3 }))).toBeVisible()
    await step.getByRole('radio', { name: t('checkout.pickup.other') }).check()
    const tomorrow = step
      .getByRole('group', { name: t('checkout.pickup.day') })
      .getByRole('radio', { name: language === 'ro' ? /^mâine/i : /^tomorrow/i })
    await tomorrow.check({ force: true })
    const slots = step.getByRole('group', { name: t('checkout.pickup.time') })
    await expect(slots).toBeEnabled()
    const choose = async (index: number) => {
      await slots.getByRole('radio').nth(index).check({ force: true })
      await step.getByRole('button', { name: t('checkout.pickup.continue', { time: '' }) }).click()
      await phone.getByLabel(t('checkout.name')).first().fill(`Pickup ${language}`)
      await phone.getByLabel(t('checkout.phone')).fill('0712345678')
      await phone.getByRole('button', { name: t('checkout.payTakeaway', { total: '' }) }).click()
    }
    return { t, step, slots, choose, success: phone.getByRole('dialog', { name: t('checkout.success') }) }
  }
  const ordered = async (name: string) => {
    const rows = await restaurant.query<{ at: Date }>('select pickup_at as at from orders where customer_name = $1', [
      name,
    ])
    return rows.map(({ at }) => at.toISOString())
  }

  const first = await openTimes(page, 'ro')
  await expectAccessible(page, 'the times of a day', '[role=dialog]')
  await first.choose(2)
  await expect(first.success).toContainText(/Ridicare: mâine la \d\d:\d\d/)
  const [at] = await ordered('Pickup ro')
  if (!at) throw new Error('the order has no time')

  const second = await openTimes(other, 'en')
  const full = second.slots.getByRole('radio').nth(2)
  await expect(full).toBeDisabled()
  await expect(second.slots.locator('label').nth(2)).toContainText('full')
  // The time after it goes while the guest types.
  const next = new Date(Date.parse(at) + DEFAULT_PICKUP.slotMinutes * 60_000).toISOString()
  await restaurant.placeOrder({ pickupAt: next })
  await second.choose(3)
  const refusal = other.getByRole('alert')
  await expect(refusal.getByRole('button', { name: /^tomorrow at/ })).toHaveCount(3)
  await refusal
    .getByRole('button', { name: /^tomorrow at/ })
    .first()
    .click()
  await expect(second.success).toBeVisible()
  expect(await ordered('Pickup en')).toHaveLength(1)
  expect([at, next]).not.toContain((await ordered('Pickup en'))[0])
  await other.context().close()
  await setPickup({})
})
