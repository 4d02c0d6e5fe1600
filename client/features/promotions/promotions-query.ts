import { useQuery } from '@tanstack/react-query'
import { getPromotions, type ShownPromotion } from '#shared/contracts/promotions.ts'
import { call } from '../../lib/api.ts'

// Specification, section 9: fresh for 5 minutes, kept for 30.
const FRESH_MS = 5 * 60_000
const KEPT_MS = 30 * 60_000

/** The promotions of this moment; undefined until they are known. Where they can't be had there are none. */
export function usePromotions(): ShownPromotion[] | undefined {
  const { data, isError } = useQuery({
    queryKey: [getPromotions.path],
    queryFn: ({ signal }) => call(getPromotions, { signal }),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  })
  return data ?? (isError ? [] : undefined)
}
