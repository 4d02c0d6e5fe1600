import { MoonStar } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isPastMidnight, type PromotionTimes, splitPastMidnight } from '#shared/domain/time/promotion-window.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { hasDays, type PromotionForm } from './promotion-form.ts'
import { daysText, hoursText, weekdaysText } from './visibility-text.ts'

interface MidnightNoticeProps {
  times: Pick<PromotionForm, 'startDate' | 'endDate' | 'startHour' | 'endHour' | 'weekdays'>
  pending: boolean
  onSaveAsTwo: () => void
}

/**
 * Warns that hours go past midnight, and offers to save them as two promotions
 * (docs/product/promotions.md#promotions-midnight).
 */
export function MidnightNotice({ times, pending, onSaveAsTwo }: MidnightNoticeProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isOffered = isPastMidnight(times) && hasDays(times)
  const daysAndHours = (part: PromotionTimes) =>
    [daysText(part, language), weekdaysText(part, language), hoursText(part)].filter(Boolean).join(', ')
  const [before = '', after = ''] = isOffered ? splitPastMidnight(times).map(daysAndHours) : []
  const notice = useRef<HTMLDivElement>(null)
  // On a small screen, the buttons would cover the notice.
  useEffect(() => {
    if (isOffered) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [isOffered])
  return (
    <div ref={notice} role="status" className="scroll-mb-32">
      {isOffered && (
        <div className="rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
          <p className="flex items-center gap-2 font-semibold">
            <MoonStar aria-hidden="true" className="size-5 text-pending" />
            {t('promotionEditor.midnight.title')}
          </p>
          <p className="mt-1.5">{t('promotionEditor.midnight.description', { before, after })}</p>
          <Button variant="outline" className="mt-3" pending={pending} onClick={onSaveAsTwo}>
            {t('promotionEditor.midnight.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface SecondPromotionFailureProps {
  reason: string
  pending: boolean
  onTryAgain: () => void
}

/** Shows that only the first of two promotions could be added. */
export function SecondPromotionFailure({ reason, pending, onTryAgain }: SecondPromotionFailureProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
      <p className="font-semibold">{t('promotionEditor.midnight.failed')}</p>
      <p className="mt-1.5">{t('promotionEditor.midnight.failedDescription', { reason })}</p>
      <Button variant="outline" className="mt-3" pending={pending} onClick={onTryAgain}>
        {t('promotionEditor.midnight.tryAgain')}
      </Button>
    </div>
  )
}
