import { loweredPrice } from '#shared/domain/menu/offers.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { removeRules } from '../support/price-rules.ts'

test.use({ changesMenu: true })
test.afterAll(({ restaurant }) => removeRules(restaurant))

const t = translator('ro')
/** What a tap and a letter take somebody who looks for them, in seconds. */
const [TAP, LETTER] = [1.5, 0.4]

test('an owner’s first happy hour takes less than forty seconds, and guests see it @firefox', async ({
  dashboard,
  page,
  restaurant,
}) => {
  await setLanguage(dashboard, 'ro')
  await dashboard.setViewportSize({ width: 390, height: 844 })
  await dashboard.goto('/dashboard')
  let [taps, letters] = [0, 0]
  const tap = async (role: 'button' | 'tab' | 'checkbox', name: string) => {
    taps += 1
    await dashboard.getByRole(role, { name }).click()
  }
  const type = async (label: string, text: string) => {
    taps += 1
    letters += text.length
    await dashboard.getByRole('dialog').getByLabel(label, { exact: true }).fill(text)
  }
  const [dish] = restaurant.menu.filter(({ price, fromPrice }) => price > 1000 && fromPrice === null)
  if (!dish) throw new Error('no dish')

  await tap('tab', t('dashboard.tabs.menu'))
  await tap('tab', t('menuOptions.views.prices'))
  await tap('button', t('priceRules.addFirst'))
  await type(t('menuEditor.fields.nameRo'), 'Happy hour')
  await type(t('priceRules.percent'), '30')
  await tap('checkbox', dish.categoryRo)
  const examples = dashboard.getByRole('list', { name: t('priceRules.examples') })
  await expect(examples.getByText(dish.nameRo, { exact: true })).toBeVisible()
  await expectAccessible(dashboard, 'the form of a price rule')
  // The whole day, so that the rule runs now. Firefox tells a page behind another of no field that was left, which
  // completes what was typed.
  const monday = 'luni'
  await type(t('settings.hours.from', { day: monday }), '00:00')
  await type(t('settings.hours.to', { day: monday }), '24:00')
  await tap('button', t('settings.hours.copyToAll'))
  expect(await dashboard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await tap('button', t('common.save'))

  await expect(dashboard.getByRole('button', { name: 'Happy hour −30%' })).toBeVisible()
  expect([taps, taps * TAP + letters * LETTER]).toEqual([10, expect.closeTo(24, 0)])
  await page.goto('/menu')
  const price = await dashboard.evaluate(
    (minor) => (minor / 100).toFixed(2),
    loweredPrice(dish.price, { percent: 30, roundTo: 50 }),
  )
  await expect(page.locator(`#dish-${dish.id}`)).toContainText(price)
})
