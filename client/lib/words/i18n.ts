import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#shared/domain/language.ts'
import { firstView as en } from '#shared/i18n/en/first-view.ts'
import { firstView as ro } from '#shared/i18n/ro/first-view.ts'
import { chosenLanguage } from './language.ts'

/**
 * Starts i18next with the guest's messages in both languages, so that switching loads nothing; falls back to English,
 * then to the key.
 */
export function startI18n(): void {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  void i18n.use(initReactI18next).init({
    lng: chosenLanguage() ?? DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    resources: { en: { translation: en }, ro: { translation: ro } },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}
