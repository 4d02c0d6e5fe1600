import { DEFAULT_LANGUAGE, type Language } from '../domain/language.ts'
import { formatNumber } from '../domain/numbers.ts'
import type { WordPair } from './pairs.ts'
import type { WordsInBoth } from './words/index.ts'

/** Texts in groups; the key of a text is the names of its groups and its own, with dots between them. */
export interface Words {
  readonly [name: string]: string | Words
}
export type Dictionaries = Partial<Record<Language, Words>>

/** What stands in a text's braces: `name`, `count, number`. */
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never
type TextsOf<Group, Path extends string = ''> = {
  [Name in keyof Group & string]: Group[Name] extends WordPair
    ? [key: `${Path}${Name}`, names: NamesIn<Group[Name][1]>] | FormOf<`${Path}${Name}`, Group[Name]>
    : TextsOf<Group[Name], `${Path}${Name}.`>
}[keyof Group & string]
/** A text that has a form for each kind of count (`dishes_one`) is named without its form. */
type FormOf<Key, Pair extends WordPair> = Key extends `${infer Text}_${Intl.LDMLPluralRule}`
  ? [key: Text, names: NamesIn<Pair[1]> | 'count, number']
  : never

/** Every text's key, with the names in its braces. Made once: a call of `t` only looks its key up. */
export type Texts = { [Text in TextsOf<WordsInBoth> as Text[0]]: Text[1] }
/** A text without values. */
export type TextKey = { [Key in keyof Texts]: [Texts[Key]] extends [never] ? Key : never }[keyof Texts]
/** A value that is absent is an empty text. */
type ValuesOf<Key extends keyof Texts> = [Texts[Key]] extends [never]
  ? never
  : {
      readonly [Name in Texts[Key] as Name extends `${infer Value}, number` ? Value : Name]: Name extends
        | 'count'
        | `${string}, number`
        ? number
        : string | number | null | undefined
    }

/** Returns a text of the dictionary. `count` chooses its form; all values stand in for the names in `{{}}`. */
export interface TFunction {
  (key: TextKey): string
  <Key extends keyof Texts>(key: Key, values: ValuesOf<Key>): string
}
export type Values = Readonly<Record<string, unknown>>
/** The same for a key that only runs know, such as that of a contract's wording: the compiler checks nothing. */
export type AnyText = (key: string, values?: Values) => string

const pluralRules: Partial<Record<Language, Intl.PluralRules>> = {}

/** The text of a key in a language, else in English, else the key. `{{count, number}}` is as `formatNumber` writes it. */
export function translate(words: Dictionaries, language: Language, key: string, values: Values = {}) {
  const { count } = values
  for (const spoken of [language, DEFAULT_LANGUAGE]) {
    pluralRules[spoken] ??= new Intl.PluralRules(spoken)
    const form = typeof count === 'number' ? `_${pluralRules[spoken].select(count)}` : ''
    // Below twenty, a Romanian count has no "de" before its noun.
    const text =
      (form === '_few'
        ? textOf(words[spoken], `${key}_other`)?.replace('}} de ', '}} ')
        : textOf(words[spoken], key + form)) ?? textOf(words[spoken], key)
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
