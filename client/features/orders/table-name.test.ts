import i18n from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { en } from '#shared/i18n/en/index.ts'
import { ro } from '#shared/i18n/ro/index.ts'
import { isTableName } from './table-name.ts'

beforeAll(() => i18n.init({ resources: { en: { translation: en }, ro: { translation: ro } }, fallbackLng: 'en' }))

it.each([
  ['Table 2', 2, true],
  ['Masa 2', 2, true],
  ['Masa 12', 2, false],
  ['Masa 2', null, false],
  ['Masa 2, Ana', 2, false],
  ['Ana', 2, false],
])('%j at table %j is only the table’s name: %j', (name, number, is) => {
  expect(isTableName(name, number)).toBe(is)
})
