import type { Language } from '../domain/language.ts'

/** A text in both languages. */
export type WordPair = readonly [english: string, romanian: string]
/** Texts in both languages, side by side. */
export interface WordPairs {
  readonly [name: string]: WordPair | WordPairs
}
export type InLanguage<Group> = {
  -readonly [Name in keyof Group]: Group[Name] extends WordPair ? string : InLanguage<Group[Name]>
}

/** The texts of one language. What a page loads later is split by its build instead (`splitWords` in scripts/plugins.ts). */
export function inLanguage<Pairs extends object>(pairs: Pairs, language: Language): InLanguage<Pairs> {
  const texts: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(pairs)) {
    texts[name] = Array.isArray(value) ? value[language === 'ro' ? 1 : 0] : inLanguage(value, language)
  }
  return texts as InLanguage<Pairs>
}
