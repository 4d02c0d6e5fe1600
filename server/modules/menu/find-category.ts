import { foldText } from '#shared/domain/text.ts'

export interface CategoryNames {
  name: string
  nameRo: string
}

/**
 * Finds categories by a name as people write it: by `name` exactly, then ignoring case and diacritics, then by `nameRo`
 * in the same way; the first match in the list wins (docs/product/menu.md#menu-edit-categories).
 * @param categories in display order
 */
export function categoryFinder<Category extends CategoryNames>(categories: readonly Category[]) {
  const byExactName = new Map<string, Category>()
  const byName = new Map<string, Category>()
  const byNameRo = new Map<string, Category>()
  for (const category of categories) add(category)
  return { find, add }

  function find(name: string): Category | undefined {
    const folded = foldText(name)
    return byExactName.get(name) ?? byName.get(folded) ?? byNameRo.get(folded)
  }

  function add(category: Category): void {
    addTo(byExactName, category.name, category)
    addTo(byName, foldText(category.name), category)
    if (category.nameRo !== '') addTo(byNameRo, foldText(category.nameRo), category)
  }
}

function addTo<Category>(categories: Map<string, Category>, key: string, category: Category): void {
  if (!categories.has(key)) categories.set(key, category)
}
