import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/api/query.ts'
import { categoriesQuery, menuQuery } from './menu-query.ts'

/* The whole menu, including hidden dishes and empty categories; open pages refetch both queries when it changes. */

export function useDishes() {
  return useQuery(menuQuery)
}

export function useCategories() {
  return useQuery(categoriesQuery)
}

/** How long the first render waits for the menu. */
const FIRST_MENU_MS = 300

/** Loads the menu before the page renders, if staff.html requested it, so that it is rendered and laid out once. */
export async function loadFirstMenu(): Promise<void> {
  if (!window.masaEarly?.[categoriesQuery.queryKey[0]]) return
  const isLate = new Promise((resolve) => setTimeout(resolve, FIRST_MENU_MS))
  await Promise.race([
    Promise.all([menuQuery, categoriesQuery].map((query) => queryClient.prefetchQuery<unknown>(query))),
    isLate,
  ])
}
