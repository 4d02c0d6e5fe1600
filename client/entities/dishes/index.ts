import { useQuery } from '@tanstack/react-query'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { callApi } from '../../lib/api/api.ts'

/** All dishes, including hidden ones: the same query as the menu tab's, refetched when the menu changes. */
export function useDishes() {
  return useQuery({ queryKey: [getMenu.path], queryFn: ({ signal }) => callApi(getMenu, { signal }) })
}
