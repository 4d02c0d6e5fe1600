import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Orderable } from '#shared/domain/menu/filter.ts'

export interface MenuSection {
  /** The category's default-language name, which is unique. */
  key: string
  category: string
  categoryRo: string
  items: (MenuItem & Orderable)[]
}

/**
 * The dishes visible to guests: neither the dish nor its category is inactive. If all are visible, returns the same
 * array, so that nothing re-renders when the categories are loaded after the dishes.
 */
export function visibleItems(items: MenuItem[], categories: readonly MenuCategory[]): MenuItem[] {
  const hidden = new Set(categories.filter(({ isActive }) => !isActive).map(({ name }) => name))
  const visible = items.filter((item) => item.isActive !== false && !hidden.has(item.category))
  return visible.length === items.length ? items : visible
}

/** Whether the restaurant has no dish at all; of hidden dishes, at least one category has `hasItems`. */
export function hasNoDishes(items: readonly MenuItem[], categories: readonly MenuCategory[]): boolean {
  return items.length === 0 && !categories.some(({ hasItems }) => hasItems)
}

/** The dishes of folded categories after all others. */
const servedFirst = <Dish extends Pick<Orderable, 'isFolded'>>(items: readonly Dish[]): Dish[] => [
  ...items.filter(({ isFolded }) => !isFolded),
  ...items.filter(({ isFolded }) => isFolded),
]

/** Groups dishes by category, in the order of the dishes, folded ones last. A category without dishes has no section. */
export function menuSections(items: readonly (MenuItem & Orderable)[]): MenuSection[] {
  const sections = new Map<string, MenuSection>()
  for (const item of servedFirst(items)) {
    const section = sections.get(item.category)
    if (section) section.items.push(item)
    else {
      sections.set(item.category, {
        key: item.category,
        category: item.category,
        categoryRo: item.categoryRo,
        items: [item],
      })
    }
  }
  return [...sections.values()]
}

/** The first `count` dishes, in their sections. */
export function firstDishes(sections: readonly MenuSection[], count: number): MenuSection[] {
  const first: MenuSection[] = []
  let remaining = count
  for (const section of sections) {
    if (remaining <= 0) break
    first.push({ ...section, items: section.items.slice(0, remaining) })
    remaining -= section.items.length
  }
  return first
}

/** How many dishes come with the page, apart from the first one of each category. */
const FIRST_DISHES = 8
const MAX_CATEGORIES = 40

/** The dishes that come with the page: the first ones, and the first of each category, so that each can be chosen. */
export function dishesOfPage<Dish extends { category: string } & Pick<Orderable, 'isFolded'>>(
  items: readonly Dish[],
): Dish[] {
  const categories = new Set<string>()
  return servedFirst(items).filter(({ category }, index) => {
    const isFirst = !categories.has(category) && categories.size < MAX_CATEGORIES
    categories.add(category)
    return isFirst || index < FIRST_DISHES
  })
}

/**
 * The section at this distance from the top of the window, in pixels, is active (docs/product/menu.md#menu-categories).
 */
export const ACTIVE_LINE_PX = 200

/**
 * The key of the section at a vertical position: the first one above all sections, `previous` between two, and the last
 * one at the end of the page, where it may be too short to reach the line.
 */
export function sectionAtLine(
  sections: readonly { key: string; top: number; bottom: number }[],
  line: number,
  previous: string | undefined,
  isAtEnd = false,
): string | undefined {
  const [first] = sections
  if (isAtEnd) return sections.at(-1)?.key
  if (first && line < first.top) return first.key
  return sections.find(({ top, bottom }) => top <= line && line < bottom)?.key ?? previous ?? first?.key
}
