import { QueryClient } from '@tanstack/react-query'

/**
 * The one cache of server data: never stale by default, not refetched on focus, not polled, nothing retried. Only own
 * changes, live messages and a reconnect invalidate (docs/product.md#everywhere-cache).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      // A phone that believes itself offline still asks: the restaurant's Wi-Fi may have no way to the internet.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Asks anew for what has changed. The first answer, where it is still on its way, was asked for before the change and
 * would be taken for the new one: it is let through, and then asked again.
 */
export async function refetchNow(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query && query.state.data === undefined) await query.promise?.catch(() => {})
  await client.invalidateQueries({ queryKey, exact: true })
}
