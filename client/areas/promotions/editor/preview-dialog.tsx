import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { PROMOTION_DAYS } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { type LocalTime, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isShown, isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, DateInput, Dialog, EmptyState, TextField, TimeInput, useTranslation } from '../../../ui/index.ts'
import { SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { hasDays } from './use-promotion-editor.ts'

interface PromotionsPreviewProps {
  open: boolean
  promotions: readonly Promotion[]
  onClose: () => void
}

/** The dialog that previews what guests see at any date and hour (docs/product/promotions.md#promotions-preview). */
export function PromotionsPreview({ open, promotions, onClose }: PromotionsPreviewProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('promotionEditor.preview.title')}
      description={t('promotionEditor.preview.description')}
      className="sm:max-w-4xl!"
    >
      <Preview promotions={promotions} />
    </Dialog>
  )
}

function Preview({ promotions }: Pick<PromotionsPreviewProps, 'promotions'>) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const now = () => localTime(new Date(serverNow()), timeZone)
  const [previewTime, setPreviewTime] = useState(now)
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          as={DateInput}
          label={t('promotionEditor.preview.day')}
          fieldClass="min-w-36 flex-1 sm:max-w-52"
          value={previewTime.day}
          min={PROMOTION_DAYS.first}
          max={PROMOTION_DAYS.last}
          onChange={(day) => setPreviewTime({ ...previewTime, day })}
        />
        <TextField
          as={TimeInput}
          label={t('promotionEditor.preview.time')}
          fieldClass="min-w-28 flex-1 sm:max-w-40"
          value={previewTime.time}
          onChange={({ target }) => setPreviewTime({ ...previewTime, time: target.value })}
        />
        <Button variant="outline" onClick={() => setPreviewTime(now())}>
          {t('promotionEditor.preview.now')}
        </Button>
      </div>
      <Slides promotions={promotions} at={previewTime} />
    </div>
  )
}

function Slides({ promotions, at }: { promotions: readonly Promotion[]; at: LocalTime }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const isValidTime = isTimeOfDay(at.time) && hasDays({ startDate: at.day, endDate: at.day })
  const moment = isValidTime && momentOf(at, timeZone)
  const shownPromotions = moment ? promotions.filter((promotion) => isShown(promotion, moment, timeZone)) : []
  return (
    <>
      <p role="status" className="text-body text-muted empty:hidden">
        {!isValidTime && t('promotionEditor.preview.noTime')}
        {shownPromotions.length > 0 && t('promotionEditor.count', { count: shownPromotions.length })}
      </p>
      {isValidTime && shownPromotions.length === 0 && (
        <EmptyState
          role="status"
          icon={<CalendarOff />}
          title={t('promotionEditor.preview.empty')}
          description={t('promotionEditor.preview.emptyDescription')}
        />
      )}
      {shownPromotions.length > 0 && (
        <ol className="space-y-3">
          {shownPromotions.map((promotion) => (
            <li key={promotion.id} className={SLIDE_HEIGHT}>
              <Slide promotion={promotion} language={language} eager />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
