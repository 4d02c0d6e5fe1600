import { useQuery } from '@tanstack/react-query'
import { getPromotions, type ShownPromotion } from '#shared/contracts/promotions.ts'
import { callApi } from '../../lib/api/api.ts'

// Fresh for 5 minutes, kept for 30 (docs/product.md#promotions-fresh).
const FRESH_MS = 5 * 60_000
const KEPT_MS = 30 * 60_000

/** How promotions are asked for. */
export const promotionsQuery = {
  queryKey: [getPromotions.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getPromotions, { signal }),
  staleTime: FRESH_MS,
  gcTime: KEPT_MS,
  // No second try after an early failure: the page would make room for promotions and might have to remove it again.
  retryOnMount: false,
}

/** The promotions of this moment; undefined until they are known. Where they can't be had there are none. */
export function usePromotions(): ShownPromotion[] | undefined {
  const { data, isError } = useQuery(promotionsQuery)
  return data ?? (isError ? [] : undefined)
}
