import { useSyncExternalStore } from 'react'
import { DEFAULT_LANGUAGE, type Language } from '#shared/domain/language.ts'
import { type Dictionaries, type TFunction, translate, type Words } from '#shared/i18n/translate.ts'

const dictionaries: Dictionaries = {}
const listeners = new Set<() => void>()

// One object per language, by which a component sees that the language has changed.
const translations = { en: translationInto('en'), ro: translationInto('ro') }
let current = translations[DEFAULT_LANGUAGE]

function translationInto(language: Language): { language: Language; t: TFunction } {
  return { language, t: (key, values) => translate(dictionaries, language, key, values) }
}

/** The texts of the page, outside of components; loaded by lib/words/load-words.ts. */
export const i18n = {
  get language(): Language {
    return current.language
  },
  t: ((key, values) => current.t(key, values)) as TFunction,
  /** The texts of one language, whatever the page's is. */
  getFixedT: (language: Language): TFunction => translations[language].t,
  addWords(language: Language, words: Words): void {
    dictionaries[language] = merged(dictionaries[language], words)
  },
  changeLanguage(language: Language): void {
    current = translations[language]
    for (const listener of listeners) listener()
  },
  /** Calls `listener` at each change of the language, until the returned function is called. */
  onLanguageChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The texts and the language of the page, for a component: it is rendered again when the language changes. */
export function useTranslation(): { language: Language; t: TFunction } {
  return useSyncExternalStore(i18n.onLanguageChange, currentTranslation, currentTranslation)
}

function currentTranslation() {
  return current
}

function merged(words: Words | string | undefined, added: Words): Words {
  const all: Record<string, Words | string> = { ...(typeof words === 'object' && words) }
  for (const [name, value] of Object.entries(added))
    all[name] = typeof value === 'string' ? value : merged(all[name], value)
  return all
}
