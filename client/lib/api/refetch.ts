import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches what has changed on the server. A fetch under way, perhaps of the next page, is not cancelled; since its
 * response may be too old, exactly one more fetch follows it, however often this was called meanwhile.
 */
export async function refetchChanged(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isUnderWay = queryClient.isFetching({ queryKey }) > 0
  const fetchAgain = () => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  await fetchAgain()
  if (isUnderWay) await fetchAgain()
}
