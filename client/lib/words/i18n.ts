import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '#shared/domain/language.ts'
import { writeCountsAsNumbers } from '#shared/i18n/counts.ts'
import { chosenLanguage } from './language.ts'

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
