import { Eye, Megaphone, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isShown } from '#shared/domain/time/promotion-window.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { DeleteDialog } from '../../../ui/overlays/delete-dialog.tsx'
import { PositionDialog } from '../../../ui/overlays/position-dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { EmptyState } from '../../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { useDeletePromotion, useMovePromotion, usePromotionList, useTogglePromotion } from './promotion-calls.ts'
import { PromotionDialog } from './promotion-dialog.tsx'
import { PromotionItem } from './promotion-item.tsx'

/**
 * The promotions tab: lists the promotions; the owner can add, change, move, hide, delete and preview them
 * (docs/product/promotions.md#promotions-edit).
 */
export default function PromotionsTab() {
  const { data: promotions, error, isFetching, refetch } = usePromotionList()
  if (promotions) return <Editor promotions={promotions} />
  if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
  return <Loading />
}

function Editor({ promotions }: { promotions: readonly Promotion[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const serverNow = useServerNow()
  const now = useMemo(() => new Date(serverNow), [serverNow])
  /** The promotion in the dialog; `new` to add one. */
  const [editing, setEditing] = useState<Promotion | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Promotion | null>(null)
  const [moving, setMoving] = useState<Promotion | null>(null)
  const [isPreviewing, setPreviewing] = useState(false)
  const { mutate: toggle } = useTogglePromotion()
  const { mutate: move, isPending: isMoving } = useMovePromotion()
  const addButton = useRef<HTMLButtonElement>(null)
  const wasDeleted = useRef(false)
  const shownNow = promotions.filter((promotion) => isShown(promotion, now, timeZone)).length
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2.5">
        <p className="mr-auto text-[15px] text-muted empty:hidden">
          {promotions.length > 0 &&
            `${t('promotionEditor.count', { count: promotions.length })} · ${t('promotionEditor.shownNow', { number: shownNow })}`}
        </p>
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:grow max-sm:*:px-3!">
          <Button variant="outline" onClick={() => setPreviewing(true)}>
            <Eye aria-hidden="true" className="size-4.5" />
            {t('promotionEditor.preview.open')}
          </Button>
          <Button ref={addButton} onClick={() => setEditing('new')}>
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
        <ul
          aria-label={t('promotionEditor.list')}
          className="divide-y divide-line rounded-card border border-line bg-card shadow-soft"
        >
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
              onDelete={setDeleting}
            />
          ))}
        </ul>
      )}
      <PromotionDialog
        promotion={editing}
        today={localTime(now, timeZone).day}
        // After a deletion, the row whose button opened the dialog disappears, so the focus moves to the Add button.
        finalFocus={() => (wasDeleted.current ? addButton.current : null)}
        onClose={() => {
          wasDeleted.current = false
          setEditing(null)
        }}
        onDelete={setDeleting}
      />
      <PreviewDialog open={isPreviewing} promotions={promotions} onClose={() => setPreviewing(false)} />
      <PositionDialog
        subject={moving}
        names={promotions.map((promotion) => titleIn(language, promotion))}
        positionOf={({ order }) => order}
        texts={(promotion) => ({
          title: t('promotionEditor.moveTitle', { title: titleIn(language, promotion) }),
          positionLabel: t('promotionEditor.moveToPlace'),
          hint: t('promotionEditor.moveHint'),
          move: t('promotionEditor.move'),
        })}
        pending={isMoving}
        onMove={(promotion, to) => move({ promotion, where: { to } }, { onSuccess: () => setMoving(null) })}
        onClose={() => setMoving(null)}
      />
      <DeleteDialog
        subject={deleting}
        texts={(promotion) => ({
          title: t('promotionEditor.deleteTitle', { title: titleIn(language, promotion) }),
          description: t('promotionEditor.deleteDescription'),
          confirm: t('promotionEditor.deleteConfirm'),
        })}
        useDelete={useDeletePromotion}
        onClose={() => setDeleting(null)}
        onGone={() => {
          wasDeleted.current = true
          setEditing(null)
        }}
        focusAfter={addButton}
      />
    </div>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('promotionEditor.loading')}</span>
      <Skeleton className="ml-auto h-11 w-44" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-27 rounded-card!" />
      ))}
    </div>
  )
}
