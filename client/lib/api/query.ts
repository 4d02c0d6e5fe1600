import { QueryClient } from '@tanstack/react-query'

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

/**
 * Refetches a query whose data has changed. If its first fetch is still under way, it was sent before the change and
 * TanStack would join it instead of fetching again, so this waits for that fetch before it refetches.
 */
export async function refetchNow(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query && query.state.data === undefined) await query.promise?.catch(() => {})
  await client.invalidateQueries({ queryKey, exact: true })
}
