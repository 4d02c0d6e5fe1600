import { useCallback } from 'react'
import { refetchNow } from '../../lib/api/query.ts'
import { optionsQuery } from '../cart/index.ts'
import { categoriesKey, menuKey } from './menu-query.ts'

/**
 * A function that refetches menu, categories and options: after MENU_CHANGED, a reconnect, or an order that was rejected.
 */
export function useRefetchGuestMenu(): () => Promise<void> {
  return useCallback(async () => {
    await Promise.all([menuKey, categoriesKey, optionsQuery.queryKey].map((key) => refetchNow(key)))
  }, [])
}
