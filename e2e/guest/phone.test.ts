import type { Page } from '@playwright/test'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

/** Opens the checkout form with one dish in the cart. */
async function openForm(page: Page, { menu }: Restaurant, language: Language) {
  const t = translator(language)
  await setLanguage(page, language)
  await page.goto('/menu')
  const name = menu[1] && nameIn(language, menu[1])
  await page.getByRole('button', { name: t('menu.add', { name }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  const country = form.getByRole('combobox')
  return {
    t,
    form,
    phone: form.getByLabel(t('checkout.phone'), { exact: true }),
    country,
    search: page.getByRole('combobox', { name: t('phone.search') }),
    expectCountry: (name: string, code: string) =>
      expect(country).toHaveAccessibleName(t('phone.country', { name, code })),
    submit: async (guest: string) => {
      await form.getByLabel(t('checkout.name'), { exact: true }).fill(guest)
      await form.getByRole('button', { name: /·/ }).click()
    },
  }
}

const storedNumbers = async (restaurant: Restaurant, guest: string) =>
  (
    await restaurant.query<{ phone_number: string }>('select phone_number from orders where customer_name = $1', [
      guest,
    ])
  ).map(({ phone_number }) => phone_number)

const NAMES = { RO: 'România', DE: 'Germania', GB: 'Regatul Unit' }

const language = 'ro'
test('a guest finds a country by name, and orders with its number', async ({ page, restaurant }) => {
  const { t, phone, country, search, expectCountry, submit, form } = await openForm(page, restaurant, language)
  await expectCountry(NAMES.RO, '40')
  await country.click()
  await expect(search).toBeFocused()
  const options = page.getByRole('option')
  await expect(options.first()).toContainText(NAMES.RO)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await search.fill('xyzzy')
  await expect(page.getByText(t('phone.none'))).toBeVisible()
  await search.fill('germ')
  await expect(options.first()).toContainText(NAMES.DE)
  // axe checks only the few options that match the search, which stand for all 240.
  await expectAccessible(page, 'countries', '[role=dialog]:last-of-type')
  await page.keyboard.press('Enter')
  await expectCountry(NAMES.DE, '49')
  await expect(phone).toBeFocused()
  await expectAccessible(page, 'phone', '[role=dialog]')

  // A number that is too short is rejected; a complete one is sent with the country's prefix.
  await page.keyboard.type('015')
  await submit('Gast')
  await expect(form.getByText('Introduceți un număr de telefon valid')).toBeVisible()
  await expect(phone).toBeFocused()
  // A pasted number with a foreign prefix selects its country, which another choice replaces.
  await phone.fill('+44 20 7946 0958')
  await expectCountry(NAMES.GB, '44')
  await phone.blur()
  await expect(phone).toHaveValue('020 7946 0958')
  await phone.fill('')
  await phone.pressSequentially('1234567890123456789')
  await expect(phone).toHaveValue('123456789012345')
  await country.click()
  await search.fill('germ')
  await page.keyboard.press('Enter')
  await expectCountry(NAMES.DE, '49')
  // In the order of the focus the number is before the country.
  await form.getByLabel(t('checkout.name'), { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(phone).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(country).toBeFocused()
  await phone.fill('0151 23456789')
  await submit('Gast')
  await expect(page.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
  expect(await storedNumbers(restaurant, 'Gast')).toEqual(['4915123456789'])
})
