import { hashKey, partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { queryClient, refetchChanged } from '../api/query.ts'

/*
 * One refetch for each change. The live channel announces this page's changes like everybody's, so a change leaves the
 * refetch to its announcement, and one that arrives before the change is settled waits for that.
 */

declare module '@tanstack/react-query' {
  interface Register {
    /** The queries that a change refetches. */
    mutationMeta: { refetch?: readonly QueryKey[] }
  }
}

/** The lists that an open page refetches on their announcements, of each page part that does. */
export const followedLists = new Set<{ lists: readonly QueryKey[]; isOpen: boolean }>()
/** The hashes of the lists to refetch once this page's changes of them are settled. */
const due = new Set<string>()

/** How many changes of a list are under way on this page. */
function changesOf(queryKey: QueryKey): number {
  const hash = hashKey(queryKey)
  return queryClient.isMutating({
    predicate: ({ options }) => !!options.meta?.refetch?.some((changed) => hashKey(changed) === hash),
  })
}

/** Refetches a list once the changes under way on this page are settled; until then it shows what they show. */
export function refetchSettled(queryKey: QueryKey): void {
  if (changesOf(queryKey) > 0) due.add(hashKey(queryKey))
  else void refetchChanged(queryKey)
}

/** To be called when a change has its outcome. It refetches what no announcement will, or one already has asked for. */
export function settleChange(refetch: readonly QueryKey[], error: Error | null): void {
  for (const queryKey of refetch) {
    const isAnnounced = [...followedLists].some(
      ({ lists, isOpen }) => isOpen && lists.some((list) => partialMatchKey(queryKey, list)),
    )
    if (error || !isAnnounced) due.add(hashKey(queryKey))
    // The change itself still counts as under way.
    if (changesOf(queryKey) > 1 || !due.delete(hashKey(queryKey))) continue
    void queryClient.invalidateQueries({ queryKey })
  }
}
