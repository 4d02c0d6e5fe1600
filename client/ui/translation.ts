import { useSyncExternalStore } from 'react'
import { DEFAULT_LANGUAGE, type Language } from '#shared/domain/language.ts'
import { type Dictionaries, type TFunction, translate, type Values, type Words } from '#shared/i18n/translate.ts'

const dictionaries: Dictionaries = {}
const listeners = new Set<() => void>()

/** The page's language. Components read it as it is: who renders them again when it changes is told by `usePlace`. */
export let language: Language = DEFAULT_LANGUAGE
/** A text in the page's language; loaded by lib/words/load-words.ts. */
export const t: TFunction = (key: string, values?: Values) => translate(dictionaries, language, key, values)

export const i18n = {
  /** The texts of one language, whatever the page's is. */
  getFixedT:
    (fixed: Language): TFunction =>
    (key: string, values?: Values) =>
      translate(dictionaries, fixed, key, values),
  addWords(language: Language, words: Words): void {
    dictionaries[language] = merged(dictionaries[language], words)
  },
  changeLanguage(next: Language): void {
    language = next
    for (const listener of listeners) listener()
  },
  /** Calls `listener` at each change of the language, until the returned function is called. */
  onLanguageChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const current = () => language

/** Follows the page's language, for the roots of the page. */
export const useLanguage = (): Language => useSyncExternalStore(i18n.onLanguageChange, current, current)

function merged(words: Words | string | undefined, added: Words): Words {
  const all: Record<string, Words | string> = { ...(typeof words === 'object' && words) }
  for (const [name, value] of Object.entries(added))
    all[name] = typeof value === 'string' ? value : merged(all[name], value)
  return all
}
