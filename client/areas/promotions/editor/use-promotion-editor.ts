import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import * as api from '#shared/contracts/promotion-editing.ts'
import { type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { callApi } from '../../../lib/api/api.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { withRomanian } from '../../../lib/changes/both-languages.ts'
import { inAnsweredOrder, resource, toggling, type Where } from '../../../lib/changes/resource.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { currentLanguage } from '../../../lib/words/language.ts'
import { i18n, toast, useTranslation } from '../../../ui/index.ts'
import { usePictureChoice } from '../../pictures/index.ts'

const nameOf = (promotion: Promotion) => titleIn(currentLanguage(), promotion)
const promotions = resource<Promotion>({
  queryKey: areaKey('promotions'),
  queryFn: ({ signal }) => callApi(getAllPromotions, { signal }),
})
export const usePromotionList = promotions.useList
export const useTogglePromotion = promotions.change(api.togglePromotion, {
  ...toggling,
  failed: 'promotionEditor.toggleFailed',
})
/** Moves a promotion from its shown position; the server rejects the move if somebody else has moved it. */
export const useMovePromotion = promotions.change(api.movePromotion, {
  body: ({ order }, where: Where) => ({ ...where, order }),
  put: inAnsweredOrder,
  failed: 'promotionEditor.moveFailed',
})
export const useDeletePromotion = promotions.remove(api.deletePromotion, {
  done: (promotion) => i18n.t('promotionEditor.deleted', { title: nameOf(promotion) }),
  failed: 'promotionEditor.deleteFailed',
})

interface Picture {
  file?: File | undefined
  /** Receives the fraction sent, from 0 to 1. */
  onProgress?: (sent: number) => void
}
type PromotionToSave = Picture &
  (
    | { input: api.PromotionInput; key: string }
    /** Changed fields of a promotion; absent fields stay as they are on the server. */
    | { change: api.PromotionChange; promotion: Promotion }
  )

function useSavePromotion() {
  return useOwnerChange({
    ...promotions.inTurn,
    mutationFn({ file, onProgress, ...toSave }: PromotionToSave) {
      const picture = { file, ...(onProgress && { onProgress }) }
      if ('change' in toSave) {
        const fields = { data: JSON.stringify(toSave.change) }
        return uploadFile(api.changePromotion, { params: { id: String(toSave.promotion.id) }, fields, ...picture })
      }
      const { isActive, ...input } = toSave.input
      const fields = { ...input, isActive: isActive ? ('true' as const) : ('false' as const) }
      return uploadFile(api.createPromotion, { fields, headers: { 'Idempotency-Key': toSave.key }, ...picture })
    },
    // Update the list at once: a dialog opened before the refetch would otherwise edit the old promotion.
    onSuccess: promotions.put,
  })
}

export type PromotionForm = ReturnType<typeof newPromotion>
export type PromotionEditorForm = UseFormReturn<PromotionForm, unknown, PromotionInput>

/** How long a new promotion runs, in days. */
const NEW_PROMOTION_DAYS = 30
const validate = zodResolver(promotionInputSchema)
const PICTURE_ERRORS = ['image_type', 'image_heic', 'image_avif', 'promotion_image_too_large']

interface PromotionEditorOptions {
  initialPromotion: Promotion | null
  /** The restaurant's day, YYYY-MM-DD. */
  today: string
  onDone: () => void
}

/** The form of one promotion and the functions that save it (docs/product/promotions.md#promotions-edit). */
export function usePromotionEditor({ initialPromotion, today, onDone }: PromotionEditorOptions) {
  const { t, language } = useTranslation()
  const isRomanian = useSettings().language === 'ro'
  const resolver: Resolver<PromotionForm, unknown, PromotionInput> = (values, context, options) => {
    const read = isRomanian ? withRomanian(values, ['title', 'description']) : values
    return validate(read, context, options as never) as never
  }
  const picture = usePictureChoice('promotion_image_too_large')
  const save = useSavePromotion()
  /** The picture of an addition: a repeated one sends the same. */
  const attempt = useRef<{ key: string; chosen: ReturnType<typeof picture.latest> }>(null)

  /** Sends fields and picture in one request: if one is rejected, neither is saved. */
  function send(toSave: PromotionToSave, chosen: ReturnType<typeof picture.latest>): Promise<Promotion> {
    if (!chosen) return save.mutateAsync(toSave)
    return picture.send(chosen, (file, onProgress) => save.mutateAsync({ ...toSave, file, onProgress }))
  }

  function showPictureFailure(error: unknown): void {
    const isPictureError = error instanceof RequestError && PICTURE_ERRORS.includes(error.code ?? '')
    if (isPictureError || picture.latest()) picture.showError(errorMessage(error), t('promotionEditor.pictureKept'))
    if (isPictureError) toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
    else reportFailure(error)
  }

  function reportFailure(error: unknown): void {
    if (!editor.isNew) {
      toastFailure(t('promotionEditor.updateFailed'), error)
      return
    }
    const hasMessage = !(error instanceof RequestError) || error.serverMessage
    toastFailure(t('common.error'), error, hasMessage ? undefined : t('promotionEditor.createFailed'))
  }

  const editor = useEditor<PromotionForm, PromotionInput, Promotion>({
    name: `promotion.${initialPromotion?.id ?? 'new'}`,
    resolver,
    saved: initialPromotion,
    valuesOf: formOfPromotion,
    start: newPromotion(today),
    hasMore: picture.chosen !== null,
    add(input, key) {
      if (attempt.current?.key !== key) attempt.current = { key, chosen: picture.latest() }
      return send({ input, key }, attempt.current.chosen)
    },
    async change({ changed, saved }) {
      const chosen = picture.latest()
      return Object.keys(changed).length === 0 && !chosen ? saved : send({ change: changed, promotion: saved }, chosen)
    },
    onFailure: (error, { isOpen }) => (isOpen ? showPictureFailure(error) : reportFailure(error)),
    onSaved: (saved) => toast({ title: t('promotionEditor.saved', { title: titleIn(language, saved) }) }),
    onDone: () => picture.latest() === null && onDone(),
  })

  return { ...editor, picture, isPending: editor.isPending || save.isPending }
}

/** A new promotion: from today for 30 days, all day, every day of the week, active. @param today YYYY-MM-DD, at the restaurant */
function newPromotion(today: string) {
  return {
    ...{ title: '', titleRo: '', description: '', descriptionRo: '', imageUrl: '' },
    startDate: today,
    endDate: addDays(today, NEW_PROMOTION_DAYS - 1),
    ...{ startHour: '', endHour: '', weekdays: [...WEEKDAYS] as number[], isActive: true },
  }
}

function formOfPromotion(promotion: Promotion): PromotionForm {
  const fields = pick(promotion, Object.keys(newPromotion(promotion.startDate)) as (keyof PromotionForm)[])
  return { ...fields, startHour: fields.startHour ?? '', endHour: fields.endHour ?? '' }
}

/** Whether both dates of a form are valid. */
export function hasDays({ startDate, endDate }: Pick<PromotionForm, 'startDate' | 'endDate'>): boolean {
  const { startDate: first, endDate: last } = promotionInputSchema.shape
  return first.safeParse(startDate).success && last.safeParse(endDate).success
}
