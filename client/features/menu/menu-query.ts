import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getCategories, getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { hasNoDishes, visibleItems } from './sections.ts'

const menuKey = [getMenu.path] as const
const categoriesKey = [getCategories.path] as const

/** React Query options (key and fetch function) for the menu. */
export const menuQuery = {
  queryKey: menuKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getMenu, { signal }),
}

export interface Menu {
  /** The dishes visible to guests; undefined while loading. */
  items: MenuItem[] | undefined
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
  const categories = useQuery({ queryKey: categoriesKey, queryFn: ({ signal }) => callApi(getCategories, { signal }) })
  const items = useMemo(() => menu.data && visibleItems(menu.data, categories.data ?? []), [menu.data, categories.data])
  return {
    items,
    failed: menu.isError && !menu.isFetching && !menu.data,
    error: menu.error,
    isEmpty: menu.data && !categories.isPending ? hasNoDishes(menu.data, categories.data ?? []) : undefined,
    refetch: () => void menu.refetch(),
  }
}

/** A function that refetches menu and categories: after MENU_CHANGED, a reconnect, or an order that was rejected. */
export function useRefetchGuestMenu(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all([refetchNow(client, menuKey), refetchNow(client, categoriesKey)])
  }, [client])
}
