import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ChangedArea } from '#shared/contracts/live.ts'

/**
 * The cache of server data: never stale by default, not refetched on focus, not polled, never retried. Only the page's
 * own changes, live messages and a reconnect invalidate it (docs/product/everywhere.md#everywhere-cache).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      // Send requests even if the browser reports being offline: the restaurant's Wi-Fi may have no internet access.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The prefix of an area's query keys: a live message refetches them (docs/product/live-channel.md#live-changed). */
export const areaKey = (area: ChangedArea) => [area] as const

/**
 * Refetches what has changed on the server. A fetch under way, perhaps of the next page, is not cancelled; since its
 * response may be too old, exactly one more fetch follows it, however often this was called meanwhile.
 */
export async function refetchChanged(queryKey: QueryKey): Promise<void> {
  const isUnderWay = queryClient.isFetching({ queryKey }) > 0
  const fetchAgain = () => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  await fetchAgain()
  if (isUnderWay) await fetchAgain()
}
