import type { Language } from '#shared/domain/language.ts'
import { importWithRetry, WITHOUT_STYLES } from '../loading/import-with-retry.ts'
import { chosenLanguage, currentLanguage, storeLanguage } from './language.ts'
import { showLanguage } from './load-words.ts'

let wanted: Language | undefined

/**
 * Stores the choice in this browser, which overrides the restaurant's default, and changes the language as soon as its
 * words are loaded. @returns when that is done, however long there is no network
 */
export function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  return change(language)
}

/** Changes to the restaurant's default language, unless another was chosen in this browser. */
export async function followDefaultLanguage(language: Language): Promise<void> {
  if (!chosenLanguage() && (wanted ?? currentLanguage()) !== language) await change(language)
}

async function change(language: Language): Promise<void> {
  wanted = language
  // The last choice counts, also if the words of an earlier one arrive later.
  await importWithRetry(() => showLanguage(language, () => wanted === language), WITHOUT_STYLES)()
}
