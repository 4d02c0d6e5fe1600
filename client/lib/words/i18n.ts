import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { common as commonEn } from '#shared/i18n/en/common.ts'
import { errors as errorsEn } from '#shared/i18n/en/errors.ts'
import { guest as guestEn } from '#shared/i18n/en/guest.ts'
import { common as commonRo } from '#shared/i18n/ro/common.ts'
import { errors as errorsRo } from '#shared/i18n/ro/errors.ts'
import { guest as guestRo } from '#shared/i18n/ro/guest.ts'
import { chosenLanguage } from './language.ts'

/** Starts i18next with the guest's messages in both languages, so that switching loads nothing; falls back to English, then to the key. */
export function startI18n(): void {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  void i18n.use(initReactI18next).init({
    lng: chosenLanguage() ?? DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    resources: {
      en: { translation: { ...commonEn, ...errorsEn, ...guestEn } },
      ro: { translation: { ...commonRo, ...errorsRo, ...guestRo } },
    },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

/** Adds the messages of a part that is loaded later (the dashboard's). */
export function addWords(words: Record<Language, object>): void {
  for (const language of LANGUAGES) i18n.addResourceBundle(language, 'translation', words[language], true, true)
}
