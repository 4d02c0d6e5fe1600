import type { MenuItem } from '#shared/contracts/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { foldText } from '#shared/domain/text.ts'

/**
 * The dishes whose name or description in this language contains what was typed, without regard to case or diacritics
 * (docs/product.md#menu-search). Nothing typed finds nothing.
 */
export function searchMenu(items: readonly MenuItem[], typed: string, language: Language): MenuItem[] {
  const wanted = foldText(typed.trim())
  if (!wanted) return []
  const found = (text: string) => foldText(text).includes(wanted)
  const byName = items.filter((item) => found(nameIn(language, item)))
  const byDescription = items.filter((item) => !byName.includes(item) && found(descriptionIn(language, item)))
  return [...byName, ...byDescription]
}
