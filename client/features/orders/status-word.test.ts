import { createInstance } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { dashboard as en } from '#shared/i18n/en/dashboard.ts'
import { dashboard as ro } from '#shared/i18n/ro/dashboard.ts'
import { sampleOrder } from './sample-order.fixture.ts'
import { statusWord } from './status-word.ts'

const i18n = createInstance()
beforeAll(() => i18n.init({ resources: { en: { translation: en }, ro: { translation: ro } } }))

it.each([
  ['ro', 'dine-in', 'delivered', 'Servită'],
  ['ro', 'takeaway', 'delivered', 'Predată'],
  ['ro', 'dine-in', 'ready', 'Gata'],
  ['en', 'dine-in', 'delivered', 'Delivered'],
  ['en', 'takeaway', 'delivered', 'Delivered'],
] as const)('%s: a %s order that is %s is called %s', (language, diningOption, status, word) => {
  const t = i18n.getFixedT(language)
  expect(statusWord(t, sampleOrder({ diningOption, status }))).toBe(word)
  expect(statusWord(t, sampleOrder({ diningOption, status: 'pending' }), status)).toBe(word)
})
