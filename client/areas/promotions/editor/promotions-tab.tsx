import { Clock, Megaphone, Pencil } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { descriptionIn, titleIn } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isShown } from '#shared/domain/time/promotion-window.ts'
import { Entries } from '../../../kit/entries.tsx'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { NotLoaded, shapeRows } from '../../../lib/loading/list.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { Badge, type BadgeTone, cx, IconButton, language, MoveButtons, Switch, t } from '../../../ui/index.ts'
import { PromotionPicture } from '../carousel.tsx'
import { PromotionEditor } from './promotion-editor.tsx'
import {
  daysText,
  type PromotionVisibility,
  promotionHours,
  promotionList,
  promotionVisibility,
  visibilityText,
  weekdaysText,
} from './promotions.ts'

interface PromotionItemProps {
  promotion: Promotion
  now: Date
  isFirst: boolean
  isLast: boolean
  onEdit: (promotion: Promotion) => void
}

const TONES: Record<PromotionVisibility['is'], BadgeTone> = {
  off: 'neutral',
  ended: 'neutral',
  never: 'cancelled',
  shown: 'ready',
  later: 'pending',
}

const PromotionItem = memo(function PromotionItem({ promotion, now, isFirst, isLast, onEdit }: PromotionItemProps) {
  const title = titleIn(language, promotion)
  const visibility = promotionVisibility(promotion, now, timeZone)
  const isQuiet = visibility.is === 'off' || visibility.is === 'ended'
  return (
    <li
      aria-label={title}
      className="flex flex-col gap-x-4 gap-y-1 p-3 @phone/page:px-4 @wide/page:flex-row @wide/page:items-center"
    >
      <div className="flex min-w-0 flex-1 items-start gap-2.5 @phone/page:items-center @phone/page:gap-4">
        {/* On a phone the number is below the picture, so that the texts have room. */}
        <div className="flex shrink-0 flex-col-reverse items-center gap-1.5 @phone/page:flex-row @phone/page:gap-4">
          <span className="figures grid justify-items-center text-name font-semibold text-muted @phone/page:min-w-6">
            <span aria-hidden="true">{promotion.order}</span>
            <span className="sr-only">{t('promotionEditor.place', { place: promotion.order })}</span>
          </span>
          <PromotionPicture
            promotion={promotion}
            sizes="160px"
            preview
            className={cx('aspect-8/3 w-20 shrink-0 rounded-chip @phone/page:w-40', isQuiet && 'opacity-60 grayscale')}
          />
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <p className={cx('min-w-0 font-semibold break-words', isQuiet && 'text-muted')}>{title}</p>
            <Badge tone={TONES[visibility.is]} dot={visibility.is === 'shown'}>
              {visibilityText(visibility)}
            </Badge>
            {promotion.isBroken && <Badge tone="cancelled">{t('common.broken')}</Badge>}
          </div>
          <p className="line-clamp-2 text-body break-words text-muted">{descriptionIn(language, promotion)}</p>
          <p className="figures mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm">
            <span className="mr-1">{daysText(promotion)}</span>
            <span className="mr-1 empty:hidden">{weekdaysText(promotion, language)}</span>
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden="true" className="size-3.5 text-muted" />
              {promotionHours(promotion) || t('promotionEditor.allDay')}
            </span>
          </p>
        </div>
      </div>
      <div className="flex items-center gap-0.5">
        <div className="mr-auto @wide/page:mr-2">
          <Switch
            label={
              <>
                {/* Both words are as wide. */}
                <span className="inline-block min-w-17">
                  {t(promotion.isActive ? 'promotionEditor.active' : 'promotionEditor.inactive')}
                </span>
                <span className="sr-only">: {title}</span>
              </>
            }
            checked={promotion.isActive}
            onCheckedChange={() => void promotionList.toggle(promotion)}
          />
        </div>
        <MoveButtons
          up={t('common.moveUp', { name: title })}
          down={t('common.moveDown', { name: title })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(direction) => void promotionList.move(promotion, { direction })}
        />
        <IconButton
          label={t('menuEditor.edit', { name: title })}
          onClick={() => onEdit(promotion)}
          className="-mr-2 text-muted"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </li>
  )
})

/** The promotions, to add, change, move, hide and delete (docs/product/promotions.md#promotions-edit). */
export default function PromotionsTab() {
  const query = promotionList.use()
  if (query.data) return <Promotions promotions={query.data} />
  const shapes = ['ml-auto h-11 w-44', ...shapeRows(3, 'h-27 rounded-card!')]
  return <NotLoaded queries={[query]} label={t('promotionEditor.loading')} shapes={shapes} className="space-y-3" />
}

function Promotions({ promotions }: { promotions: readonly Promotion[] }) {
  const serverNow = useServerNow()
  const now = useMemo(() => new Date(serverNow), [serverNow])
  const shownNow = promotions.filter((promotion) => isShown(promotion, now, timeZone)).length
  return (
    <Entries
      items={promotions}
      words="promotionEditor"
      icon={<Megaphone />}
      editor={(promotion, close) => (
        <PromotionEditor promotion={promotion} today={localTime(now, timeZone).day} onClose={close} />
      )}
      dialogClass="sm:max-w-4xl!"
      add={{ variant: promotions.length === 0 ? 'outline' : 'primary', className: '@max-phone/page:w-full' }}
    >
      {(edit, addButton, empty) => (
        <div className="space-y-4">
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2.5">
            <p className="mr-auto text-body text-muted empty:hidden">
              {promotions.length > 0 &&
                `${t('promotionEditor.count', { count: promotions.length })} · ${t('promotionEditor.shownNow', { number: shownNow })}`}
            </p>
            {addButton}
          </div>
          {empty || (
            <ul aria-label={t('dashboard.tabs.promotions')} className="divide-y divide-line card-face shadow-soft">
              {promotions.map((promotion, i) => (
                <PromotionItem
                  key={promotion.id}
                  promotion={promotion}
                  now={now}
                  isFirst={i === 0}
                  isLast={i === promotions.length - 1}
                  onEdit={edit}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Entries>
  )
}
