import { useMemo, useRef } from 'react'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishPosition } from '#shared/contracts/menu/menu-editing.ts'
import { listOptions, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { callApi } from '../../lib/api/api.ts'
import { resource } from '../../lib/changes/resource.ts'
import { useCategories, useDishes } from '../menu/owner.ts'

/** The whole menu, including hidden dishes and empty categories. */
export interface OwnersMenu {
  dishes: MenuItem[]
  /** In display order. */
  categories: MenuCategory[]
}

const dishesKey = [getMenu.path] as const
const categoriesKey = [getCategories.path] as const
/** The keys of the queries to invalidate when the menu has changed. */
export const ownersMenuKeys = [dishesKey, categoriesKey, [listOptions.path]] as const

/** What a change of one of these lists changes, and how their changes are sent: one after another. */
const ofMenu = { also: ownersMenuKeys, queue: 'menu' }
export const dishes = resource<MenuItem>({ queryKey: dishesKey, ...ofMenu })
export const categories = resource<MenuCategory>({ queryKey: categoriesKey, ...ofMenu })
export const ownersGroups = resource<OptionGroup>({
  queryKey: [listOptions.path],
  queryFn: ({ signal }) => callApi(listOptions, { signal }),
  ...ofMenu,
})
export const useOptionGroups = ownersGroups.useList

export function useOwnersMenu() {
  const dishes = useDishes()
  const categories = useCategories()
  const isFetching = dishes.isFetching || categories.isFetching
  return {
    menu: useWholeMenu(dishes.data, categories.data, isFetching),
    error: dishes.error ?? categories.error,
    isFetching,
    refetch() {
      for (const query of [dishes, categories]) if (!query.data) void query.refetch()
    },
  }
}

/**
 * Returns dishes and categories of the same version of the menu. They are fetched separately: when a category is new or
 * renamed, one list is newer for a moment, and its dishes would disappear and return, which would lose the focus and
 * the scroll position.
 */
function useWholeMenu(dishes: MenuItem[] | undefined, categories: MenuCategory[] | undefined, isFetching: boolean) {
  const last = useRef<OwnersMenu>(undefined)
  const menu = useMemo(() => dishes && categories && { dishes, categories }, [dishes, categories])
  const isWhole = useMemo(() => {
    const names = new Set(menu?.categories.map(({ name }) => name))
    return menu?.dishes.every(({ category }) => names.has(category))
  }, [menu])
  if (menu && (isWhole || !isFetching || !last.current)) last.current = menu
  return last.current
}

/** The menu after dishes of one category got these positions. */
export function inNewOrder(dishes: readonly MenuItem[], positions: readonly DishPosition[]): MenuItem[] {
  const positionOf = new Map(positions.map(({ id, position }) => [id, position]))
  const moved = dishes
    .map((dish) => ({ ...dish, position: positionOf.get(dish.id) ?? 0 }))
    .filter(({ position }) => position > 0)
    .sort((a, b) => a.position - b.position)
  let next = 0
  return dishes.map((dish) => (positionOf.has(dish.id) ? (moved[next++] ?? dish) : dish))
}

/** So many categories without dishes are folded away, beside others. */
const MANY_EMPTY = 4

/** Of the list that a new restaurant begins with, those that few restaurants need, or that it has twice. */
const RARE = new Set(
  'Preparate din Pui|Preparate din Carne|Vegetariene|Paste și Risotto|Platouri|Sosuri|Burgers|Preparate de pui|Preparate din porc|Drinks|Băuturi Calde|Smoothie-uri|Cocktailuri|Bere|Vinuri'.split(
    '|',
  ),
)

/**
 * The categories that a list folds away until it is unfolded, if they are many: beside others those without dishes; in an
 * empty menu those that few restaurants need.
 * @param hasDishes whether a category has dishes, or is to be shown anyway
 */
export function foldedCategories(
  categories: readonly MenuCategory[],
  hasDishes: (category: MenuCategory) => boolean,
): readonly MenuCategory[] {
  const empty = categories.filter((category) => !hasDishes(category))
  const folded = empty.length < categories.length ? empty : empty.filter(({ name }) => RARE.has(name))
  return folded.length >= MANY_EMPTY ? folded : []
}
