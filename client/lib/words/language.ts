import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { i18n } from '../../ui/translation.ts'
import { storedWord } from '../browser/storage.ts'

const storedChoice = storedWord<Language>('language', LANGUAGES)
// Without storage, the choice lasts as long as the page.
let chosenOnPage: Language | undefined

export function currentLanguage(): Language {
  return i18n.language
}

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  return storedChoice.read() ?? chosenOnPage
}

export function storeLanguage(language: Language): void {
  chosenOnPage = language
  storedChoice.write(language)
}

/** Starts in the language chosen in this browser, or else the document's, which is the restaurant's. */
export function startI18n(): void {
  const { documentElement } = document
  i18n.onLanguageChange(() => {
    documentElement.lang = i18n.language
  })
  i18n.changeLanguage(chosenLanguage() ?? (isLanguage(documentElement.lang) ? documentElement.lang : DEFAULT_LANGUAGE))
}
