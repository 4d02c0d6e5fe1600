/** The languages of interface and menu (docs/product/everywhere.md#everywhere-languages). */
export const LANGUAGES = ['en', 'ro'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

/** Whether a value from outside is one of `LANGUAGES`. */
export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value)
}

/** Reads an `Accept-Language` header; English is the default (docs/product/everywhere.md#everywhere-languages). */
export function languageOfHeader(header: string | undefined): Language {
  const preferred = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { language: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return preferred.map(({ language }) => language).find(isLanguage) ?? DEFAULT_LANGUAGE
}

/** Something with a name in both languages: a dish, a category, an order line. */
export interface Named {
  name: string
  nameRo?: string | null
}

/** The name in a language; English if there is no Romanian name (docs/product/everywhere.md#everywhere-names). */
export function nameIn(language: Language, named: Named): string {
  return (language === 'ro' && named.nameRo) || named.name
}

/** The description in a language; the default-language one if there is no Romanian description. */
export function descriptionIn(language: Language, described: { description: string; descriptionRo?: string | null }) {
  return (language === 'ro' && described.descriptionRo) || described.description
}

/** A dish's ingredients in a language, or in the other one if there are none. */
export function ingredientsIn(language: Language, dish: { ingredients: string; ingredientsRo: string }): string {
  const both = language === 'ro' ? [dish.ingredientsRo, dish.ingredients] : [dish.ingredients, dish.ingredientsRo]
  return both.find(Boolean) ?? ''
}

/** A promotion's title in a language; the default-language one if there is no Romanian title. */
export function titleIn(language: Language, titled: { title: string; titleRo?: string | null }): string {
  return (language === 'ro' && titled.titleRo) || titled.title
}

/** A dish's category in a language; the default-language one if there is no Romanian name. */
export function categoryIn(language: Language, dish: { category: string; categoryRo?: string | null }): string {
  return (language === 'ro' && dish.categoryRo) || dish.category
}

/** Text in which no line breaks between a number and its unit, as in "280 g". */
export function withUnbrokenUnits(text: string): string {
  return text.replace(/(\d) (?=(k?g|[cm]?l|cm)\b)/g, '$1\u00a0')
}
