import { DEFAULT_LANGUAGE, type Language } from '../domain/language.ts'
import { formatNumber } from '../domain/numbers.ts'
import type { Dictionary } from './words/index.ts'

/** Texts in groups; the key of a text is the names of its groups and its own, with dots between them. */
export interface Words {
  readonly [name: string]: string | Words
}
export type Dictionaries = Partial<Record<Language, Words>>

/** Names a text that has a form for each kind of count (`dishes_one`) without its form. */
type WithoutForm<Name extends string> = Name extends `${infer Text}_${Intl.LDMLPluralRule}` ? Text | Name : Name
type KeysOf<Group> = {
  [Name in keyof Group & string]: Group[Name] extends string ? WithoutForm<Name> : `${Name}.${KeysOf<Group[Name]>}`
}[keyof Group & string]

export type TextKey = KeysOf<Dictionary>
/** Returns a text of the dictionary. `count` chooses its form; all values stand in for the names in `{{}}`. */
export type TFunction = (key: TextKey, values?: { readonly [name: string]: unknown }) => string

const pluralRules: Partial<Record<Language, Intl.PluralRules>> = {}

/** The text of a key in a language, else in English, else the key. `{{count, number}}` is as `formatNumber` writes it. */
export function translate(words: Dictionaries, language: Language, ...[key, values = {}]: Parameters<TFunction>) {
  const { count } = values
  for (const spoken of [language, DEFAULT_LANGUAGE]) {
    pluralRules[spoken] ??= new Intl.PluralRules(spoken)
    const form = typeof count === 'number' ? `_${pluralRules[spoken].select(count)}` : ''
    const text = textOf(words[spoken], key + form) ?? textOf(words[spoken], key)
    if (text === undefined) continue
    // Once over the text, so that a value's own braces stay as they are.
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, number?: string) =>
      number ? formatNumber(Number(values[name])) : String(values[name] ?? ''),
    )
  }
  return key
}

function textOf(words: Words | undefined, key: string): string | undefined {
  let found: string | Words | undefined = words
  for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined
  return typeof found === 'string' ? found : undefined
}
