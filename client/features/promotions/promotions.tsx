import { useTranslation } from 'react-i18next'
import { SLIDE_HEIGHT } from '../../entities/promotions/index.ts'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { Carousel } from './carousel.tsx'
import { usePromotions } from './promotions-query.ts'

/** The same height while loading and after, so that the dishes below never move. */
const BOX = `relative mt-4 md:mt-6 ${SLIDE_HEIGHT}`

interface PromotionsProps {
  /** The page below is itself still a placeholder. Where there are no promotions, the box goes together with it. */
  waiting: boolean
}

/** The promotions of this moment: a placeholder while they load, and nothing where there are none. */
export function Promotions({ waiting }: PromotionsProps) {
  const { t } = useTranslation()
  const promotions = usePromotions()
  if (promotions && promotions.length > 0) return <Carousel promotions={promotions} className={BOX} />
  if (promotions && !waiting) return null
  return (
    <section aria-label={t('promotions.title')} aria-busy="true" className={BOX}>
      <Skeleton className="size-full rounded-card" />
    </section>
  )
}
