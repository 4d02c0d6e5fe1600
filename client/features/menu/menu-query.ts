import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getCategories, getMenu, type MenuItem } from '#shared/contracts/menu.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { isWithoutDishes, visibleItems } from './sections.ts'

const menuKey = [getMenu.path] as const
const categoriesKey = [getCategories.path] as const

/** How the menu is asked for. */
export const menuQuery = {
  queryKey: menuKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getMenu, { signal }),
}

export interface Menu {
  /** What a guest may see; undefined until it is there. */
  items: MenuItem[] | undefined
  failed: boolean
  error: Error | null
  /** The restaurant has no dish at all, not even a hidden one; undefined until that is known. */
  isEmpty: boolean | undefined
  reload: () => void
}

/** The menu as guests see it, also where an owner looks at it. */
export function useMenu(): Menu {
  const menu = useQuery(menuQuery)
  // Only an owner is given dishes of hidden categories; this list tells which those are, and whether any dish is hidden.
  const categories = useQuery({ queryKey: categoriesKey, queryFn: ({ signal }) => callApi(getCategories, { signal }) })
  const items = useMemo(() => menu.data && visibleItems(menu.data, categories.data ?? []), [menu.data, categories.data])
  return {
    items,
    failed: menu.isError && !menu.isFetching && !menu.data,
    error: menu.error,
    isEmpty: menu.data && !categories.isPending ? isWithoutDishes(menu.data, categories.data ?? []) : undefined,
    reload: () => void menu.refetch(),
  }
}

/** Asks for the menu anew: after MENU_CHANGED, a reconnect, or an order that the server refused. */
export function useRefreshMenu(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all([refetchNow(client, menuKey), refetchNow(client, categoriesKey)])
  }, [client])
}
