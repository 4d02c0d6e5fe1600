import i18n, { type i18n as I18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { writeCountsAsNumbers } from '#shared/i18n/counts.ts'
import { storedWord } from '../browser/storage.ts'

const storedChoice = storedWord<Language>('language', LANGUAGES)
// Without storage, the choice lasts as long as the page.
let chosenOnPage: Language | undefined

export function currentLanguage(): Language {
  return languageOfI18n(i18n)
}

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  return storedChoice.read() ?? chosenOnPage
}

export function storeLanguage(language: Language): void {
  chosenOnPage = language
  storedChoice.write(language)
}

/** The page's current language; re-renders when it changes. */
export function useLanguage(): Language {
  return languageOfI18n(useTranslation().i18n)
}

/** The current language, for components that call `useTranslation` anyway, which is slow in each card of a long list. */
export function languageOfI18n({ language }: I18n): Language {
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}

/**
 * Starts i18next in the language chosen in this browser, or else the document's, which is the restaurant's; without any
 * words (load-words.ts). Falls back to English where that is loaded, then to the key.
 */
export function startI18n(): void {
  const { documentElement } = document
  i18n.on('languageChanged', (language) => {
    documentElement.lang = language
  })
  void i18n.use(initReactI18next).init({
    lng: chosenLanguage() ?? (isLanguage(documentElement.lang) ? documentElement.lang : DEFAULT_LANGUAGE),
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  writeCountsAsNumbers(i18n)
}
