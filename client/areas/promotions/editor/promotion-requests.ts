import { useQuery } from '@tanstack/react-query'
import * as api from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { callApi } from '../../../lib/api/api.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { cachedList } from '../../../lib/changes/cached-list.ts'
import { ignoreNotFound, sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { currentLanguage } from '../../../lib/words/language.ts'
import { i18n } from '../../../ui/index.ts'

const promotionsKey = areaKey('promotions')
const cachedPromotions = cachedList<Promotion>(promotionsKey)
/** Changes are sent one after another, in the order they were made; the last one refetches the list. */
const sequentialChange = {
  mutationKey: ['promotion-editor'],
  scope: { id: 'promotion-editor' },
  refetch: [promotionsKey],
}
const paramsOf = ({ id }: Pick<Promotion, 'id'>) => ({ id: String(id) })

export function usePromotionList() {
  return useQuery({ queryKey: promotionsKey, queryFn: ({ signal }) => callApi(getAllPromotions, { signal }) })
}

interface Picture {
  file?: File | undefined
  /** Receives the fraction sent, from 0 to 1. */
  onProgress?: (sent: number) => void
}
export type PromotionToSave = Picture &
  (
    | { input: api.PromotionInput; key: string }
    /** Changed fields of a promotion; absent fields stay as they are on the server. */
    | { change: api.PromotionChange; promotion: Promotion }
  )

export function useSavePromotion() {
  return useOwnerChange({
    ...sequentialChange,
    mutationFn({ file, onProgress, ...toSave }: PromotionToSave) {
      const picture = { file, ...(onProgress && { onProgress }) }
      if ('change' in toSave) {
        const fields = { data: JSON.stringify(toSave.change) }
        return uploadFile(api.changePromotion, { params: paramsOf(toSave.promotion), fields, ...picture })
      }
      const { isActive, ...input } = toSave.input
      const fields = { ...input, isActive: isActive ? ('true' as const) : ('false' as const) }
      return uploadFile(api.createPromotion, { fields, headers: { 'Idempotency-Key': toSave.key }, ...picture })
    },
    // Update the list at once: a dialog opened before the refetch would otherwise edit the old promotion.
    onSuccess: (saved) => cachedPromotions.put(saved),
  })
}

export interface PromotionMove {
  promotion: Promotion
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a promotion from its shown position; the server rejects the move if somebody else has moved it. */
export function useMovePromotion() {
  return useOwnerChange({
    ...sequentialChange,
    mutationFn({ promotion, where }: PromotionMove) {
      // Use the current position: the second of two quick moves starts where the first has ended.
      const { order } = cachedPromotions.find(promotion.id) ?? promotion
      return sendChange(api.movePromotion, { params: paramsOf(promotion), body: { ...where, order } })
    },
    onSuccess: (all) => cachedPromotions.change(() => all),
    failure: 'promotionEditor.moveFailed',
  })
}

export function useTogglePromotion() {
  return useOwnerChange({
    ...sequentialChange,
    mutationFn: ({ id, isActive }: Promotion) =>
      sendChange(api.togglePromotion, { params: paramsOf({ id }), body: { isActive: !isActive } }),
    async onMutate({ id, isActive }) {
      // A response under way would overwrite the optimistic change.
      await queryClient.cancelQueries({ queryKey: promotionsKey })
      cachedPromotions.patch(id, { isActive: !isActive })
    },
    onSuccess: ({ id, isActive }) => cachedPromotions.patch(id, { isActive }),
    onError: (_error, { id, isActive }) => cachedPromotions.patch(id, { isActive }),
    failure: 'promotionEditor.toggleFailed',
  })
}

export function useDeletePromotion(onDone: () => void) {
  return useOwnerChange({
    ...sequentialChange,
    mutationFn: (promotion: Promotion) =>
      ignoreNotFound(sendChange(api.deletePromotion, { params: paramsOf(promotion) })),
    success: (_, promotion) => i18n.t('promotionEditor.deleted', { title: titleIn(currentLanguage(), promotion) }),
    onSuccess: onDone,
    failure: 'promotionEditor.deleteFailed',
  })
}
