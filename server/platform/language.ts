import type { Language } from '#shared/domain/language.ts'
import { type Dictionary, en } from '#shared/i18n/en/index.ts'
import { ro } from '#shared/i18n/ro/index.ts'
import { type TFunction, translate } from '#shared/i18n/translate.ts'

export const DICTIONARIES: Record<Language, Dictionary> = { en, ro }

/** The translation function of a language, for messages, receipts and notifications. */
export const translator =
  (language: Language): TFunction =>
  (key, values) =>
    translate(DICTIONARIES, language, key, values)
