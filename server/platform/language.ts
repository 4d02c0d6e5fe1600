import { createInstance, type TFunction } from 'i18next'
import type { Language } from '#shared/domain/language.ts'
import { writeCountsAsNumbers } from '#shared/i18n/counts.ts'
import { en } from '#shared/i18n/en/index.ts'
import { ro } from '#shared/i18n/ro/index.ts'

const i18n = createInstance()
await i18n.init({
  resources: { en: { translation: en }, ro: { translation: ro } },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
})
writeCountsAsNumbers(i18n)

/** The translation function of a language, for messages, receipts and notifications. */
export function translator(language: Language): TFunction {
  return i18n.getFixedT(language)
}
