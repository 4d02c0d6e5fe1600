import type { i18n as I18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#shared/domain/language.ts'

/** The page's current language; re-renders when it changes. */
export function useLanguage(): Language {
  return languageOfI18n(useTranslation().i18n)
}

/** The current language, for components that call `useTranslation` anyway, which is slow in each card of a long list. */
export function languageOfI18n({ language }: I18n): Language {
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}
