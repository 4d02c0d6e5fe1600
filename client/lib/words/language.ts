import i18n from 'i18next'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { storedWord } from '../browser/storage.ts'

const choice = storedWord<Language>('language', LANGUAGES)
// Where storage is forbidden, the choice holds as long as the page.
let chosenHere: Language | undefined

/** The language that the page speaks. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE
}

/** What this browser's person chose, if anything. */
export function chosenLanguage(): Language | undefined {
  return choice.read() ?? chosenHere
}

/** The person's own choice: kept in this browser, it goes before the restaurant's default. */
export function chooseLanguage(language: Language): void {
  chosenHere = language
  choice.write(language)
  void i18n.changeLanguage(language)
}

/** The restaurant's default: taken only where the person chose nothing. */
export function followDefaultLanguage(language: Language): void {
  if (!chosenLanguage() && currentLanguage() !== language) void i18n.changeLanguage(language)
}
