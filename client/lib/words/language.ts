import i18n from 'i18next'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { storedWord } from '../browser/storage.ts'

const storedChoice = storedWord<Language>('language', LANGUAGES)
// Without storage, the choice lasts as long as the page.
let chosenOnPage: Language | undefined

/** The page's current language. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE
}

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  return storedChoice.read() ?? chosenOnPage
}

/** Stores the language that was chosen in this browser. */
export function storeLanguage(language: Language): void {
  chosenOnPage = language
  storedChoice.write(language)
}
