import { ArrowDown, ArrowUp, Clock, Ellipsis, Pencil } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { descriptionIn, titleIn } from '#shared/domain/language.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Badge, type BadgeTone } from '../../../ui/parts/badge.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { PromotionPicture } from '../carousel.tsx'
import type { PromotionMove } from './promotion-calls.ts'
import { type PromotionVisibility, promotionVisibility } from './promotion-visibility.ts'
import { daysText, hoursText, visibilityText, weekdaysText } from './visibility-text.ts'

interface PromotionItemProps {
  promotion: Promotion
  /** The current time by the server's clock. */
  now: Date
  isFirst: boolean
  isLast: boolean
  onToggle: (promotion: Promotion) => void
  onMove: (move: PromotionMove) => void
  onMoveTo: (promotion: Promotion) => void
  onEdit: (promotion: Promotion) => void
  onDelete: (promotion: Promotion) => void
}

const TONES: Record<PromotionVisibility['is'], BadgeTone> = {
  off: 'neutral',
  ended: 'neutral',
  never: 'cancelled',
  shown: 'ready',
  later: 'pending',
}

/** One promotion of the list, with its actions. */
export const PromotionItem = memo(function PromotionItem({
  promotion,
  now,
  isFirst,
  isLast,
  ...handlers
}: PromotionItemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const title = titleIn(language, promotion)
  const visibility = promotionVisibility(promotion, now, timeZone)
  const isQuiet = visibility.is === 'off' || visibility.is === 'ended'
  const arrow = (direction: 'up' | 'down', isAtEnd: boolean) => {
    const Arrow = direction === 'up' ? ArrowUp : ArrowDown
    return (
      <IconButton
        label={t(`promotionEditor.${direction}`, { title })}
        // Not disabled: a disabled button would lose the focus when its promotion reaches the end.
        aria-disabled={isAtEnd}
        onClick={() => {
          if (!isAtEnd) handlers.onMove({ promotion, where: { direction } })
        }}
        className="text-muted aria-disabled:opacity-35"
      >
        <Arrow aria-hidden="true" className="size-5" />
      </IconButton>
    )
  }
  return (
    <li
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 p-3 sm:px-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
    >
      <div className="flex min-w-0 items-start gap-2.5 sm:items-center sm:gap-4">
        {/* On a phone the number is below the picture, so that the texts have room. */}
        <div className="flex shrink-0 flex-col-reverse items-center gap-1.5 sm:flex-row sm:gap-4">
          <span className="figures grid justify-items-center text-[17px] font-semibold text-muted sm:min-w-6">
            <span aria-hidden="true">{promotion.order}</span>
            <span className="sr-only">{t('promotionEditor.place', { place: promotion.order })}</span>
          </span>
          <PromotionPicture
            promotion={promotion}
            sizes="160px"
            preview
            className={cx('aspect-8/3 w-20 shrink-0 rounded-[10px] sm:w-40', isQuiet && 'opacity-60 grayscale')}
          />
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <p className={cx('min-w-0 font-semibold break-words', isQuiet && 'text-muted')}>{title}</p>
            <Badge tone={TONES[visibility.is]} dot={visibility.is === 'shown'}>
              {visibilityText(visibility, t, language)}
            </Badge>
          </div>
          <p className="line-clamp-2 text-[15px] break-words text-muted">{descriptionIn(language, promotion)}</p>
          <p className="figures mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm">
            <span className="mr-1">{daysText(promotion, language)}</span>
            <span className="mr-1 empty:hidden">{weekdaysText(promotion, language)}</span>
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden="true" className="size-3.5 text-muted" />
              {hoursText(promotion) || t('promotionEditor.allDay')}
            </span>
          </p>
        </div>
      </div>
      <div className="flex items-center justify-end gap-0.5 max-sm:-mr-1.5">
        <div className="mr-auto lg:mr-2 [&_label]:mr-3 [&_label]:min-w-17 [&>div>div]:gap-0">
          <Switch
            label={
              <>
                {t(promotion.isActive ? 'promotionEditor.active' : 'promotionEditor.inactive')}
                <span className="sr-only">: {title}</span>
              </>
            }
            checked={promotion.isActive}
            onCheckedChange={() => handlers.onToggle(promotion)}
          />
        </div>
        {arrow('up', isFirst)}
        {arrow('down', isLast)}
        <IconButton
          label={t('promotionEditor.edit', { title })}
          onClick={() => handlers.onEdit(promotion)}
          className="text-muted"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </IconButton>
        <ActionMenu
          trigger={
            <IconButton label={t('promotionEditor.more', { title })} className="text-muted">
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
          actions={[
            { key: 'moveTo', label: t('promotionEditor.moveTo'), onChoose: () => handlers.onMoveTo(promotion) },
            { key: 'delete', label: t('promotionEditor.deleteMenu'), onChoose: () => handlers.onDelete(promotion) },
          ]}
        />
      </div>
    </li>
  )
})
