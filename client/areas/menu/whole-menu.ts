import { useQuery } from '@tanstack/react-query'
import { getCategories } from '#shared/contracts/menu/menu.ts'
import { callApi } from '../../lib/api/api.ts'
import { menuQuery } from './menu-query.ts'

/* The whole menu, including hidden dishes and empty categories; open pages refetch both queries when it changes. */

export function useDishes() {
  return useQuery(menuQuery)
}

export function useCategories(enabled = true) {
  return useQuery({
    queryKey: [getCategories.path],
    queryFn: ({ signal }) => callApi(getCategories, { signal }),
    enabled,
  })
}
