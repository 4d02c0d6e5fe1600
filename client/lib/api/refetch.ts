import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Fetches again what has changed on the server. A fetch that is under way, perhaps of the next page, ends first and may
 * be too old: after it comes one more, however often this was called meanwhile.
 */
export async function refetchChanged(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isUnderWay = queryClient.isFetching({ queryKey }) > 0
  const fetchAgain = () => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  await fetchAgain()
  if (isUnderWay) await fetchAgain()
}
