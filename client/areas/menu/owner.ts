import { useQuery } from '@tanstack/react-query'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { callApi } from '../../lib/api/api.ts'

/* The whole menu, including hidden dishes and empty categories; open pages refetch both queries when it changes. */

export function useDishes() {
  return useQuery({ queryKey: [getMenu.path], queryFn: ({ signal }) => callApi(getMenu, { signal }) })
}

export function useCategories(enabled = true) {
  return useQuery({
    queryKey: [getCategories.path],
    queryFn: ({ signal }) => callApi(getCategories, { signal }),
    enabled,
  })
}
