import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refetchNow } from '../../lib/api/query.ts'
import { optionsQuery } from '../cart/index.ts'
import { categoriesKey, menuKey } from './menu-query.ts'

/**
 * A function that refetches menu, categories and options: after MENU_CHANGED, a reconnect, or an order that was rejected.
 */
export function useRefetchGuestMenu(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all([menuKey, categoriesKey, optionsQuery.queryKey].map((key) => refetchNow(client, key)))
  }, [client])
}
