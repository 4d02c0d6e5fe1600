import { type QueryClient, useQuery } from '@tanstack/react-query'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu.ts'
import { callApi } from '../../lib/api.ts'

/** The whole menu, hidden dishes and empty categories too. */
export interface OwnersMenu {
  dishes: MenuItem[]
  /** In display order. */
  categories: MenuCategory[]
}

const dishesKey = [getMenu.path] as const
const categoriesKey = [getCategories.path] as const
/** What is fetched again when the menu has changed. */
export const ownersMenuKeys = [dishesKey, categoriesKey] as const

export function useOwnersMenu() {
  const dishes = useQuery({ queryKey: dishesKey, queryFn: ({ signal }) => callApi(getMenu, { signal }) })
  const categories = useQuery({ queryKey: categoriesKey, queryFn: ({ signal }) => callApi(getCategories, { signal }) })
  return {
    menu: dishes.data && categories.data && { dishes: dishes.data, categories: categories.data },
    error: dishes.error ?? categories.error,
    isFetching: dishes.isFetching || categories.isFetching,
    refetch() {
      for (const query of [dishes, categories]) if (!query.data) void query.refetch()
    },
  }
}

/* These show a menu other than the one that was fetched, until it is fetched again. */

export function showDishes(queryClient: QueryClient, change: (dishes: MenuItem[]) => MenuItem[]): void {
  queryClient.setQueryData<MenuItem[]>(dishesKey, (dishes) => dishes && change(dishes))
}

export function changeShownDish(queryClient: QueryClient, id: number, change: Partial<MenuItem>): void {
  showDishes(queryClient, (dishes) => dishes.map((dish) => (dish.id === id ? { ...dish, ...change } : dish)))
}

export function showCategories(queryClient: QueryClient, change: (all: MenuCategory[]) => MenuCategory[]): void {
  queryClient.setQueryData<MenuCategory[]>(categoriesKey, (categories) => categories && change(categories))
}

export function changeShownCategory(queryClient: QueryClient, id: number, change: Partial<MenuCategory>): void {
  showCategories(queryClient, (all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

/** A category as it is shown by now. */
export function shownCategory(queryClient: QueryClient, id: number): MenuCategory | undefined {
  return queryClient.getQueryData<MenuCategory[]>(categoriesKey)?.find((category) => category.id === id)
}
