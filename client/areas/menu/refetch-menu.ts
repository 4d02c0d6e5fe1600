import { useCallback } from 'react'
import { queryClient, refetchNow } from '../../lib/api/query.ts'
import { optionsQuery } from '../cart/index.ts'
import { categoriesKey, menuKey } from './menu-query.ts'

const KEYS = [menuKey, categoriesKey, optionsQuery.queryKey]

/**
 * A function that refetches menu, categories and options: after MENU_CHANGED, a reconnect, or an order that was rejected.
 */
export function useRefetchGuestMenu(): () => Promise<void> {
  return useCallback(async () => {
    await Promise.all(KEYS.map((key) => refetchNow(key)))
  }, [])
}

/** Whether a refetch of something that was fetched before has failed: what the page shows is then out of date. */
export function hasMenuRefetchFailed(): boolean {
  return KEYS.some((queryKey) => {
    const state = queryClient.getQueryState(queryKey)
    return state?.status === 'error' && state.data !== undefined && state.fetchStatus === 'idle'
  })
}
