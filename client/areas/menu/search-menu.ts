import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { menuSections } from './sections.ts'

/**
 * The categories whose name, and the dishes whose name, or else description, contains the query in one of these
 * languages; dishes in whose name a word begins with it come first (docs/product/menu.md#menu-search).
 */
export function searchMenu<Dish extends MenuItem>(
  items: readonly Dish[],
  query: string,
  languages: readonly Language[],
) {
  const expression = searchExpression(query)
  const atWord = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${expression.source})`, 'u')
  const isFound = (textIn: (language: Language) => string, by = expression) =>
    query.trim() !== '' && by.test(searchedText(...languages.map(textIn)))
  const isAtWord = (item: Dish) => isFound((language) => nameIn(language, item), atWord)
  const named = items.filter((item) => isFound((language) => nameIn(language, item)))
  return {
    categories: menuSections(items).filter((section) => isFound((language) => categoryIn(language, section))),
    byName: [...named.filter(isAtWord), ...named.filter((item) => !isAtWord(item))],
    byDescription: items.filter(
      (item) => !named.includes(item) && isFound((language) => descriptionIn(language, item)),
    ),
  }
}
