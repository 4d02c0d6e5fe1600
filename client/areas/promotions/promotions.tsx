import { useQuery } from '@tanstack/react-query'
import type { getPromotions, ShownPromotion } from '#shared/contracts/promotions.ts'
import type { BareEndpoint } from '../../lib/api/api.ts'
import { callApi } from '../../lib/api/api.ts'
import { Skeleton, useTranslation } from '../../ui/index.ts'
import { Carousel, SLIDE_HEIGHT } from './carousel.tsx'

const promotionsEndpoint: BareEndpoint<typeof getPromotions> = { method: 'GET', path: '/api/promotions' }

// Fresh for 5 minutes, cached for 30 (docs/product/promotions.md#promotions-fresh).
const FRESH_MS = 5 * 60_000
const CACHED_MS = 30 * 60_000

export const promotionsQuery = {
  queryKey: [promotionsEndpoint.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(promotionsEndpoint, { signal }),
  staleTime: FRESH_MS,
  gcTime: CACHED_MS,
  // No retry after an early failure: the page would reserve room for promotions and might have to remove it again.
  retryOnMount: false,
}

/** The promotions visible now; undefined while loading, and none if they could not be loaded. */
function usePromotions(): ShownPromotion[] | undefined {
  const { data, isError } = useQuery(promotionsQuery)
  return data ?? (isError ? [] : undefined)
}

/** The same size while loading and afterwards, so that the dishes below never move. */
const BOX_CLASSES = `relative mt-4 md:mt-6 ${SLIDE_HEIGHT}`

interface PromotionsProps {
  /** Whether the page below is still a placeholder: without promotions, the box disappears together with it. */
  loading: boolean
}

/** The promotions visible now: a placeholder while they load, and nothing if there are none. */
export function Promotions({ loading }: PromotionsProps) {
  const { t } = useTranslation()
  const promotions = usePromotions()
  if (promotions && promotions.length > 0) return <Carousel promotions={promotions} className={BOX_CLASSES} />
  if (promotions && !loading) return null
  return (
    <section aria-label={t('promotions.title')} aria-busy="true" className={BOX_CLASSES}>
      <Skeleton className="size-full rounded-card" />
    </section>
  )
}
