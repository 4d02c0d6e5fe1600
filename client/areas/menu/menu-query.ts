import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { getCategories, getMenu, MenuItem } from '#shared/contracts/menu/menu.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient, refetchChanged } from '../../lib/api/query.ts'
import { importWithRetry, WITHOUT_STYLES } from '../../lib/loading/import-with-retry.ts'
import { optionsQuery } from '../cart/index.ts'
import { hasNoDishes, visibleItems, withLast } from './sections.ts'

const menuKey = ['/api/menu'] as const
export const categoriesQuery = {
  queryKey: ['/api/menu/categories'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi<typeof getCategories>('GET /api/menu/categories', { signal }),
}
/** The keys of the queries to invalidate when the menu has changed. */
export const menuKeys = [menuKey, categoriesQuery.queryKey, optionsQuery.queryKey] as const

const loadServed = importWithRetry(() => import('./served-now.ts'), WITHOUT_STYLES)

export const menuQuery = {
  queryKey: menuKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const items = wholeDishes(await callApi<typeof getMenu>('GET /api/menu', { signal }))
    if (!items.some((item) => item.servedHours ?? item.categoryServedHours ?? item.offer)) return withLast(items)
    const served = await loadServed.prefetch()
    if (served) return withLast(await served.markServed(items, menuKey))
    // Without the code, as in a lost network, the dishes stay as the server last had them.
    void loadServed().then(() => queryClient.invalidateQueries({ queryKey: menuKey }))
    return items
  },
}

/** The query key of the dishes that came with the page. They are never fetched: the whole menu replaces them. */
export const firstDishesKey = ['first dishes'] as const

export interface Menu {
  /** The dishes visible to guests; undefined while loading. */
  items: MenuItem[] | undefined
  /** `items`; until they are loaded, the dishes that came with the page, which are only some of them. */
  shown: MenuItem[] | undefined
  failed: boolean
  error: Error | null
  /** Whether the restaurant has no dish at all, not even a hidden one; undefined until that is known. */
  isEmpty: boolean | undefined
  refetch: () => void
}

/** The menu filtered to what guests see, also for signed-in owners. */
export function useMenu(): Menu {
  const menu = useQuery(menuQuery)
  // The server sends dishes of hidden categories to owners: the category list is needed to filter them out.
  const categories = useQuery(categoriesQuery)
  const items = useMemo(() => menu.data && visibleItems(menu.data, categories.data ?? []), [menu.data, categories.data])
  const firstDishes = queryClient.getQueryData<MenuItem[]>(firstDishesKey)
  const failed = menu.isError && !menu.isFetching && !menu.data
  return {
    items,
    shown: items ?? (failed ? undefined : firstDishes),
    failed,
    error: menu.error,
    isEmpty: menu.data && !categories.isPending ? hasNoDishes(menu.data, categories.data ?? []) : undefined,
    refetch: () => void menu.refetch(),
  }
}

/** Refetches menu, categories and options: after MENU_CHANGED, a reconnect, or an order that was rejected. */
export async function refetchGuestMenu(): Promise<void> {
  await Promise.all(menuKeys.map((key) => refetchChanged(key)))
}
