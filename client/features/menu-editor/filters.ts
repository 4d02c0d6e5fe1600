import type { MenuCategory, MenuItem } from '#shared/contracts/menu.ts'
import { foldText } from '#shared/domain/text.ts'
import { declarationGaps } from './declaration.ts'

/** What the list can be narrowed to, in the order of its buttons. */
export const DISH_FILTERS = ['all', 'hidden', 'soldOut', 'noPicture', 'noRomanian', 'incomplete'] as const
export type DishFilter = (typeof DISH_FILTERS)[number]

const PASSES: Record<DishFilter, (dish: MenuItem) => boolean> = {
  all: () => true,
  // A dish's own switch: one that its category hides is found by the category.
  hidden: ({ isActive }) => !isActive,
  soldOut: ({ soldOutUntil }) => soldOutUntil !== null,
  noPicture: ({ imageUrl }) => imageUrl === '',
  noRomanian: isWithoutRomanian,
  incomplete: (dish) => declarationGaps(dish).length > 0,
}

/** Whether Romanian guests read English somewhere: in a name, or in a text that is there in English. */
function isWithoutRomanian(dish: MenuItem): boolean {
  const isMissing = (text: string, textRo: string) => text.trim() !== '' && textRo.trim() === ''
  return (
    isMissing(dish.name, dish.nameRo) ||
    isMissing(dish.category, dish.categoryRo) ||
    isMissing(dish.description, dish.descriptionRo) ||
    isMissing(dish.ingredients, dish.ingredientsRo)
  )
}

/** The filters that a dish passes, in their order, without `all`. */
export function marksOf(dish: MenuItem): DishFilter[] {
  return DISH_FILTERS.filter((filter) => filter !== 'all' && PASSES[filter](dish))
}

export function countDishes(dishes: readonly MenuItem[]): Record<DishFilter, number> {
  const counts = { all: dishes.length, hidden: 0, soldOut: 0, noPicture: 0, noRomanian: 0, incomplete: 0 }
  for (const dish of dishes) for (const mark of marksOf(dish)) counts[mark] += 1
  return counts
}

const searched = new WeakMap<MenuItem, string>()

// Folding a thousand dishes at each letter would be felt.
function searchTextOf(dish: MenuItem): string {
  const known = searched.get(dish)
  if (known !== undefined) return known
  const { name, nameRo, description, descriptionRo } = dish
  // Parted by what nobody can type, so that nothing is found across two texts.
  const text = foldText([name, nameRo, description, descriptionRo].join('\n'))
  searched.set(dish, text)
  return text
}

/** The dishes that pass a filter and contain what was typed in a name or description, in either language. */
export function findDishes(dishes: readonly MenuItem[], filter: DishFilter, typed: string): MenuItem[] {
  const wanted = foldText(typed.trim())
  // Without a search nothing is folded: opening the tab does not wait for that.
  return dishes.filter((dish) => PASSES[filter](dish) && (wanted === '' || searchTextOf(dish).includes(wanted)))
}

export interface DishGroup {
  category: MenuCategory
  dishes: MenuItem[]
}

/** Dishes in their categories, in display order; a category without any of them is left out. */
export function groupDishes(dishes: readonly MenuItem[], categories: readonly MenuCategory[]): DishGroup[] {
  const groups = new Map(categories.map((category) => [category.name, { category, dishes: [] as MenuItem[] }]))
  for (const dish of dishes) groups.get(dish.category)?.dishes.push(dish)
  return [...groups.values()].filter((group) => group.dishes.length > 0)
}
