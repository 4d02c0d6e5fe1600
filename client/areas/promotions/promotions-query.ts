import { useQuery } from '@tanstack/react-query'
import type { getPromotions, ShownPromotion } from '#shared/contracts/promotions.ts'
import { callApi } from '../../lib/api/api.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'

const promotionsEndpoint: BareEndpoint<typeof getPromotions> = { method: 'GET', path: '/api/promotions' }

// Fresh for 5 minutes, cached for 30 (docs/product/promotions.md#promotions-fresh).
const FRESH_MS = 5 * 60_000
const CACHED_MS = 30 * 60_000

/** React Query options for the promotions. */
export const promotionsQuery = {
  queryKey: [promotionsEndpoint.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(promotionsEndpoint, { signal }),
  staleTime: FRESH_MS,
  gcTime: CACHED_MS,
  // No retry after an early failure: the page would reserve room for promotions and might have to remove it again.
  retryOnMount: false,
}

/** The promotions visible now; undefined while loading, and none if they could not be loaded. */
export function usePromotions(): ShownPromotion[] | undefined {
  const { data, isError } = useQuery(promotionsQuery)
  return data ?? (isError ? [] : undefined)
}
