import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { allergenDeclaration, type DeclaredAllergens } from '#shared/domain/menu/allergens.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'

/** The fields of a dish's declaration; nutritional values in grams, null if unknown. */
export interface Declaration extends DeclaredAllergens {
  ingredients: string
  ingredientsRo: string
  nutritionalValues: Record<'saturates' | 'sugars' | 'salt', number | null> | null
}

/** Whether a dish's declaration has a gap (docs/product/menu.md#menu-declaration-gaps). */
export function isIncomplete(declaration: Declaration): boolean {
  const { ingredients, ingredientsRo, nutritionalValues: values } = declaration
  const isWhole =
    allergenDeclaration(declaration) !== 'undeclared' &&
    [ingredients, ingredientsRo].every((text) => text.trim() !== '') &&
    values !== null &&
    [values.saturates, values.sugars, values.salt].every((value) => value !== null)
  return !isWhole
}

export const DISH_FILTERS = ['all', 'hidden', 'soldOut', 'noPicture', 'noRomanian', 'noEnglish', 'incomplete'] as const
export type DishFilter = (typeof DISH_FILTERS)[number]

const PASSES: Record<DishFilter, (dish: MenuItem) => boolean> = {
  all: () => true,
  // Only the dish's own switch; a hidden category does not count.
  hidden: ({ isActive }) => !isActive,
  soldOut: ({ soldOutUntil }) => soldOutUntil !== null,
  noPicture: ({ imageUrl }) => imageUrl === '',
  noRomanian: isWithoutRomanian,
  noEnglish: isWithoutEnglish,
  incomplete: isIncomplete,
}

/** Whether a text exists, but not in the other language. */
const isUntranslated = (text: string, other: string) => text.trim() !== '' && other.trim() === ''

function isWithoutRomanian(dish: MenuItem): boolean {
  return (
    isUntranslated(dish.name, dish.nameRo) ||
    isUntranslated(dish.category, dish.categoryRo) ||
    isUntranslated(dish.description, dish.descriptionRo) ||
    isUntranslated(dish.ingredients, dish.ingredientsRo)
  )
}

/** Whether a text of the dish exists only in Romanian; categories always have a name for both. */
function isWithoutEnglish(dish: MenuItem): boolean {
  return (
    dish.nameIsFallback ||
    isUntranslated(dish.descriptionRo, dish.description) ||
    isUntranslated(dish.ingredientsRo, dish.ingredients)
  )
}

/** The filters that match a dish, in their order, without `all`. */
export function marksOf(dish: MenuItem): DishFilter[] {
  return DISH_FILTERS.filter((filter) => filter !== 'all' && PASSES[filter](dish))
}

export function countDishes(dishes: readonly MenuItem[]): Record<DishFilter, number> {
  const counts = { all: dishes.length, hidden: 0, soldOut: 0, noPicture: 0, noRomanian: 0, noEnglish: 0, incomplete: 0 }
  for (const dish of dishes) for (const mark of marksOf(dish)) counts[mark] += 1
  return counts
}

const searchTexts = new WeakMap<MenuItem, string>()

// Cached, because folding a thousand dishes on each keystroke would be noticeable.
function searchTextOf(dish: MenuItem): string {
  const cached = searchTexts.get(dish)
  if (cached !== undefined) return cached
  const { name, nameRo, description, descriptionRo, category, categoryRo } = dish
  const text = searchedText(name, nameRo, description, descriptionRo, category, categoryRo)
  searchTexts.set(dish, text)
  return text
}

/** The dishes that match a filter and contain the query in a name, a description or their category's name, in either language. */
export function findDishes(dishes: readonly MenuItem[], filter: DishFilter, query: string): MenuItem[] {
  const expression = query.trim() === '' ? undefined : searchExpression(query)
  // Without a query nothing is folded, so that the tab opens faster.
  return dishes.filter((dish) => PASSES[filter](dish) && (!expression || expression.test(searchTextOf(dish))))
}

export interface DishGroup {
  category: MenuCategory
  dishes: MenuItem[]
}

/** Groups dishes by category, in display order; categories without these dishes are omitted. */
export function groupDishes(dishes: readonly MenuItem[], categories: readonly MenuCategory[]): DishGroup[] {
  const groups = new Map(categories.map((category) => [category.name, { category, dishes: [] as MenuItem[] }]))
  for (const dish of dishes) groups.get(dish.category)?.dishes.push(dish)
  return [...groups.values()].filter((group) => group.dishes.length > 0)
}
