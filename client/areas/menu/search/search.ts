import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { foldText } from '#shared/domain/text.ts'

/**
 * The dishes whose name or description in this language contains the query, ignoring case and diacritics, matches in
 * the name first (docs/product/menu.md#menu-search). An empty query matches nothing.
 */
export function searchMenu(items: readonly MenuItem[], query: string, language: Language): MenuItem[] {
  const foldedQuery = foldText(query.trim())
  if (!foldedQuery) return []
  const isMatch = (text: string) => foldText(text).includes(foldedQuery)
  const byName = items.filter((item) => isMatch(nameIn(language, item)))
  const byDescription = items.filter((item) => !byName.includes(item) && isMatch(descriptionIn(language, item)))
  return [...byName, ...byDescription]
}
