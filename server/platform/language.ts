import type { Language } from '#shared/domain/language.ts'
import { type TFunction, translate, type Values } from '#shared/i18n/translate.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'

/** The translation function of a language, for messages, receipts and notifications. */
export const translator =
  (language: Language): TFunction =>
  (key: string, values?: Values) =>
    translate(DICTIONARIES, language, key, values)
