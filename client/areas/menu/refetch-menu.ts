import { refetchNow } from '../../lib/api/query.ts'
import { optionsQuery } from '../cart/index.ts'
import { categoriesKey, menuKey } from './menu-query.ts'

/** Refetches menu, categories and options: after MENU_CHANGED, a reconnect, or an order that was rejected. */
export async function refetchGuestMenu(): Promise<void> {
  await Promise.all([menuKey, categoriesKey, optionsQuery.queryKey].map((key) => refetchNow(key)))
}
