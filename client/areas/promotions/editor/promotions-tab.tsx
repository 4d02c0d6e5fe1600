import { CalendarOff, Clock, Eye, Megaphone, Pencil, Plus } from 'lucide-react'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { PROMOTION_DAYS, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { descriptionIn, titleIn } from '#shared/domain/language.ts'
import { type LocalTime, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isShown, isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import type { Change, Where } from '../../../lib/changes/resource.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { confirmDelete } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded, shapeRows } from '../../../lib/loading/list.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import {
  Badge,
  type BadgeTone,
  Button,
  cx,
  DateInput,
  Dialog,
  EmptyState,
  IconButton,
  MoreMenu,
  MoveButtons,
  PositionDialog,
  SubjectDialog,
  Switch,
  TextField,
  TimeInput,
  useTranslation,
} from '../../../ui/index.ts'
import { PromotionPicture, SLIDE_HEIGHT, Slide } from '../carousel.tsx'
import { PromotionDialog } from './promotion-dialog.tsx'
import {
  daysText,
  type PromotionVisibility,
  promotionHours,
  promotionVisibility,
  useDeletePromotion,
  useMovePromotion,
  usePromotionList,
  useTogglePromotion,
  visibilityText,
  weekdaysText,
} from './promotions.ts'

interface PromotionItemProps {
  promotion: Promotion
  now: Date
  isFirst: boolean
  isLast: boolean
  onToggle: (promotion: Promotion) => void
  onMove: (move: Change<Promotion, Where>) => void
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

const PromotionItem = memo(function PromotionItem({
  promotion,
  now,
  isFirst,
  isLast,
  ...handlers
}: PromotionItemProps) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const title = titleIn(language, promotion)
  const visibility = promotionVisibility(promotion, now, timeZone)
  const isQuiet = visibility.is === 'off' || visibility.is === 'ended'
  return (
    <li
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-y-1 p-3 @phone/page:px-4 @wide/page:grid-cols-[minmax(0,1fr)_auto] @wide/page:items-center @wide/page:gap-x-4"
    >
      <div className="flex min-w-0 items-start gap-2.5 @phone/page:items-center @phone/page:gap-4">
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
              {visibilityText(visibility, t, language)}
            </Badge>
          </div>
          <p className="line-clamp-2 text-body break-words text-muted">{descriptionIn(language, promotion)}</p>
          <p className="figures mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm">
            <span className="mr-1">{daysText(promotion, language)}</span>
            <span className="mr-1 empty:hidden">{weekdaysText(promotion, language)}</span>
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden="true" className="size-3.5 text-muted" />
              {promotionHours(promotion) || t('promotionEditor.allDay')}
            </span>
          </p>
        </div>
      </div>
      <div className="flex items-center gap-0.5">
        <div className="mr-auto @wide/page:mr-2 [&_label]:min-w-17 [&>div>div]:gap-2">
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
        <MoveButtons
          up={t('common.moveUp', { name: title })}
          down={t('common.moveDown', { name: title })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(direction) => handlers.onMove({ item: promotion, input: { direction } })}
        />
        <IconButton
          label={t('menuEditor.edit', { name: title })}
          onClick={() => handlers.onEdit(promotion)}
          className="text-muted"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </IconButton>
        <MoreMenu
          label={t('common.moreFor', { name: title })}
          className="-mr-2 text-muted"
          actions={[
            { label: t('common.moveTo'), onChoose: () => handlers.onMoveTo(promotion) },
            { label: t('common.askDelete'), isDangerous: true, onChoose: () => handlers.onDelete(promotion) },
          ]}
        />
      </div>
    </li>
  )
})

/** The promotions, to add, change, move, hide, delete and preview (docs/product/promotions.md#promotions-edit). */
export default function PromotionsTab() {
  const { t } = useTranslation()
  const query = usePromotionList()
  if (query.data) return <Editor promotions={query.data} />
  const shapes = ['ml-auto h-11 w-44', ...shapeRows(3, 'h-27 rounded-card!')]
  return <NotLoaded queries={[query]} label={t('promotionEditor.loading')} shapes={shapes} className="space-y-3" />
}

function Editor({ promotions }: { promotions: readonly Promotion[] }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const serverNow = useServerNow()
  const now = useMemo(() => new Date(serverNow), [serverNow])
  /** The promotion in the dialog; `new` to add one. */
  const [editing, setEditing] = useState<Promotion | 'new' | null>(null)
  const [moving, setMoving] = useState<Promotion | null>(null)
  const [isPreviewing, setPreviewing] = useState(false)
  const { mutate: toggle } = useTogglePromotion()
  const { mutate: move, isPending: isMoving } = useMovePromotion()
  const addButton = useRef<HTMLButtonElement>(null)
  const { mutateAsync: remove } = useDeletePromotion()
  const askToDelete = useCallback(
    async (promotion: Promotion) => {
      const isDeleted = await confirmDelete({
        title: t('common.deleteName', { name: titleIn(language, promotion) }),
        description: t('promotionEditor.deleteDescription'),
        action: () => remove(promotion),
        focusAfter: addButton,
      })
      if (isDeleted) setEditing(null)
    },
    [t, language, remove],
  )
  const shownNow = promotions.filter((promotion) => isShown(promotion, now, timeZone)).length
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2.5">
        <p className="mr-auto text-body text-muted empty:hidden">
          {promotions.length > 0 &&
            `${t('promotionEditor.count', { count: promotions.length })} · ${t('promotionEditor.shownNow', { number: shownNow })}`}
        </p>
        <div className="flex flex-wrap gap-2.5 @max-phone/page:w-full @max-phone/page:*:grow @max-phone/page:*:px-3!">
          <Button variant="outline" onClick={() => setPreviewing(true)}>
            <Eye aria-hidden="true" className="size-4.5" />
            {t('promotionEditor.preview.title')}
          </Button>
          <Button
            ref={addButton}
            variant={promotions.length === 0 ? 'outline' : 'primary'}
            onClick={() => setEditing('new')}
          >
            <Plus aria-hidden="true" className="size-4.5" />
            {t('promotionEditor.add')}
          </Button>
        </div>
      </div>
      {promotions.length === 0 ? (
        <EmptyState
          icon={<Megaphone />}
          title={t('promotionEditor.empty')}
          description={t('promotionEditor.emptyDescription')}
          action={<Button onClick={() => setEditing('new')}>{t('promotionEditor.addFirst')}</Button>}
        />
      ) : (
        <ul aria-label={t('dashboard.tabs.promotions')} className="divide-y divide-line card-face shadow-soft">
          {promotions.map((promotion, i) => (
            <PromotionItem
              key={promotion.id}
              promotion={promotion}
              now={now}
              isFirst={i === 0}
              isLast={i === promotions.length - 1}
              onToggle={toggle}
              onMove={move}
              onMoveTo={setMoving}
              onEdit={setEditing}
              onDelete={askToDelete}
            />
          ))}
        </ul>
      )}
      <SubjectDialog subject={editing && { promotion: editing }}>
        {({ promotion }, open) => (
          <PromotionDialog
            open={open}
            promotion={promotion}
            today={localTime(now, timeZone).day}
            // After a deletion, the row whose button opened the dialog is gone.
            finalFocus={() =>
              promotion === 'new' || promotions.some(({ id }) => id === promotion.id) ? null : addButton.current
            }
            onClose={() => setEditing(null)}
            onDelete={askToDelete}
          />
        )}
      </SubjectDialog>
      <PromotionsPreview open={isPreviewing} promotions={promotions} onClose={() => setPreviewing(false)} />
      <PositionDialog
        subject={moving}
        names={promotions.map((promotion) => titleIn(language, promotion))}
        positionOf={({ order }) => order}
        texts={(promotion) => ({
          title: t('common.moveName', { name: titleIn(language, promotion) }),
          positionLabel: t('common.movePlace'),
          hint: t('common.placeHint'),
          move: t('common.move'),
        })}
        pending={isMoving}
        onMove={(item, to) => move({ item, input: { to } }, { onSuccess: () => setMoving(null) })}
        onClose={() => setMoving(null)}
      />
    </div>
  )
}

interface PromotionsPreviewProps {
  open: boolean
  promotions: readonly Promotion[]
  onClose: () => void
}

/** The dialog that previews what guests see at any date and hour (docs/product/promotions.md#promotions-preview). */
function PromotionsPreview({ open, promotions, onClose }: PromotionsPreviewProps) {
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
  const isValidTime = isTimeOfDay(at.time) && promotionInputSchema.shape.startDate.safeParse(at.day).success
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
