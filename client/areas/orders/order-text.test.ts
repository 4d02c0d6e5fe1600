import i18n from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { en } from '#shared/i18n/en/index.ts'
import { ro } from '#shared/i18n/ro/index.ts'
import { SETTINGS, sampleOrder } from '../../testing/samples.ts'
import { isTableName, statusWord } from './order-text.ts'
import { contactLink } from './sms.ts'

const settings: Settings = {
  ...SETTINGS,
  language: 'ro',
  restaurantName: 'Pâine & Vin',
  restaurantPhone: '0721 555 014',
}
const bodyOf = (link: string) => decodeURIComponent(link.split('?&body=')[1] ?? '')

beforeAll(() =>
  i18n.init({
    resources: { en: { translation: en }, ro: { translation: ro } },
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  }),
)

it('contactLink contains the order in the restaurant’s language, with a word in place of “&”', () => {
  expect(bodyOf(contactLink(sampleOrder(), settings))).toBe(
    'Pâine și Vin, comanda #1: În așteptare\n2× Ciorbă\nTotal: 57.00 LEI\n0721 555 014',
  )
})

it('contactLink contains the number of dishes for which the message has no room', () => {
  const [line] = sampleOrder().items
  if (!line) throw new Error('no line')
  const items = Array.from({ length: 80 }, (_, id) => ({ ...line, id, name: `Sour soup ${id}`, nameRo: '' }))
  const text = bodyOf(contactLink(sampleOrder({ items }), { ...settings, language: 'en' }))
  expect(text).toMatch(/\n2× Sour soup \d+\nand \d+ more\nTotal: 57\.00 LEI\n0721 555 014$/)
})

it.each([
  ['ro', 'dine-in', 'delivered', 'Predată'],
  ['ro', 'takeaway', 'delivered', 'Predată'],
  ['ro', 'dine-in', 'ready', 'Gata'],
  ['en', 'dine-in', 'delivered', 'Delivered'],
  ['en', 'takeaway', 'delivered', 'Delivered'],
] as const)('statusWord in %s of a %s order that is %s is “%s”', (language, diningOption, status, word) => {
  const t = i18n.getFixedT(language)
  expect(statusWord(t, sampleOrder({ diningOption, status }))).toBe(word)
  expect(statusWord(t, sampleOrder({ diningOption, status: 'pending' }), status)).toBe(word)
})

it.each([
  ['Table 2', 2, true],
  ['Masa 2', 2, true],
  ['Masa 12', 2, false],
  ['Masa 2', null, false],
  ['Masa 2, Ana', 2, false],
  ['Ana', 2, false],
])('isTableName of %j at table %j is %j', (name, number, expected) => {
  expect(isTableName(name, number)).toBe(expected)
})
