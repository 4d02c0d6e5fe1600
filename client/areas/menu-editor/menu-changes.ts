import type { QueryClient } from '@tanstack/react-query'
import { ownersMenuKeys } from './owners-menu.ts'

/** Options of a menu change that takes long and is independent of the others: sent at once. */
export const concurrentMenuChange = { mutationKey: ['menu-editor'], refetch: ownersMenuKeys }

/** Options of any other menu change: they are sent one after another; the last one refetches the menu. */
export const sequentialMenuChange = { ...concurrentMenuChange, scope: { id: 'menu-editor' } }

/** To be called first in `onMutate` of an optimistic change: a response under way would overwrite it. */
export function cancelMenuFetches(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(ownersMenuKeys.map((queryKey) => queryClient.cancelQueries({ queryKey })))
}
