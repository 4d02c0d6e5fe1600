import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { Carousel } from './carousel.tsx'
import { usePromotions } from './promotions-query.ts'
import { SLIDE_HEIGHT } from './slide.tsx'

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
