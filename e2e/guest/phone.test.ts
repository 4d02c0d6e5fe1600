import type { Page } from '@playwright/test'
import type { Language } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

/** Opens the customer form with one dish in the cart. */
async function openForm(page: Page, { menu }: Restaurant, language: Language = 'en') {
  const t = words(language)
  await speak(page, language)
  await page.goto('/menu')
  const name = language === 'ro' ? menu[1]?.nameRo || menu[1]?.name : menu[1]?.name
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
    chosen: (name: string, code: string) =>
      expect(country).toHaveAccessibleName(t('phone.country', { name, code }), { timeout: 3_000 }),
    send: async (guest: string) => {
      await form.getByLabel(t('checkout.name'), { exact: true }).fill(guest)
      await form.getByRole('button', { name: /·/ }).click()
    },
  }
}

const storedFor = async (restaurant: Restaurant, guest: string) =>
  (
    await restaurant.query<{ phone_number: string }>('select phone_number from orders where customer_name = $1', [
      guest,
    ])
  ).map(({ phone_number }) => phone_number)

const NAMES = {
  en: { RO: 'Romania', DE: 'Germany', CH: 'Switzerland' },
  ro: { RO: 'România', DE: 'Germania', CH: 'Elveția' },
}

const language = 'ro' as Language
test('a guest from abroad finds their country', async ({ page, restaurant }) => {
  test.slow()
  const { t, phone, country, search, chosen, send, form } = await openForm(page, restaurant, language)
  await chosen(NAMES[language].RO, '40')
  await country.click()
  await expect(search).toBeFocused()
  const options = page.getByRole('option')
  await expect(options.first()).toContainText(NAMES[language].RO)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  for (const [typed, found] of [
    [language === 'ro' ? 'ELVETIA' : 'switz', 'CH'],
    ['Switzerland', 'CH'],
    ['ch', 'CH'],
    ['+41', 'CH'],
    ['49', 'DE'],
    ['germ', 'DE'],
  ] as const) {
    await search.fill(typed)
    await expect(options.first()).toContainText(NAMES[language][found])
  }
  await search.fill('xyzzy')
  await expect(page.getByText(t('phone.none'))).toBeVisible()
  await search.fill('germ')
  await expect(options.first()).toContainText(NAMES[language].DE)
  // A few options are like all 240, and judged sooner.
  await expectAccessible(page, 'countries', '[role=dialog]:last-of-type')
  await page.keyboard.press('Enter')
  await chosen(NAMES[language].DE, '49')
  await expect(phone).toBeFocused()
  await expectAccessible(page, 'phone', '[role=dialog]')

  // The form refuses a number that is too short; a whole one is sent with its country.
  await page.keyboard.type('015')
  await send(`Gast ${language}`)
  await expect(
    form.getByText(language === 'ro' ? 'Introduceți un număr de telefon valid' : 'Please enter a valid phone number'),
  ).toBeVisible()
  await expect(phone).toBeFocused()
  await phone.fill('0151 23456789')
  await send(`Gast ${language}`)
  await expect(page.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
  expect(await storedFor(restaurant, `Gast ${language}`)).toEqual(['4915123456789'])
})

test('a Romanian number needs nothing but itself, however it is written', async ({ page, restaurant }) => {
  const { phone, country, chosen, send } = await openForm(page, restaurant)
  await expect(phone).toHaveAttribute('type', 'tel')
  await expect(phone).toHaveAttribute('autocomplete', 'tel')
  await phone.fill('0712345678')
  await phone.blur()
  await expect(phone).toHaveValue('0712 345 678')
  await phone.fill('+40712345679')
  await phone.blur()
  await expect(phone).toHaveValue('0712 345 679')
  await chosen('Romania', '40')
  // From the name field, the number comes before the list of countries.
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(phone).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(country).toBeFocused()
  await send('Un Oltean')
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await storedFor(restaurant, 'Un Oltean')).toEqual(['40712345679'])
})

test('a pasted foreign number brings its country; there are at most 15 digits', async ({ page, restaurant }) => {
  const { phone, chosen, send, country, search } = await openForm(page, restaurant)
  await phone.fill('+44 20 7946 0958')
  await chosen('United Kingdom', '44')
  await phone.blur()
  await expect(phone).toHaveValue('020 7946 0958')
  await phone.fill('+373 22 123 456')
  await chosen('Moldova', '373')
  await phone.fill('0037322123456')
  await chosen('Moldova', '373')

  await phone.fill('')
  await phone.pressSequentially('1234567890123456789')
  await expect(phone).toHaveValue('123456789012345')

  // What was typed stays when the dialog is closed and opened again.
  await phone.fill('+373 22 123 456')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await chosen('Moldova', '373')
  await country.click()
  await search.fill('austria')
  await page.getByRole('option', { name: /Austria/ }).click()
  await chosen('Austria', '43')
  await phone.fill('+373 22 123 456')
  await send('Moldovean')
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await storedFor(restaurant, 'Moldovean')).toEqual(['37322123456'])
})
