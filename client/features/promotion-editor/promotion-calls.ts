import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  changePromotion,
  createPromotion,
  deletePromotion,
  movePromotion,
  type PromotionChange,
  type PromotionInput,
  togglePromotion,
} from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ignoreNotFound } from '../../lib/api/ignore-not-found.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { toast } from '../../ui/toast/store.ts'

const promotionsKey = areaKey('promotions')
const mutationKey = ['promotion-editor']
const timeout = ANSWER_WITHIN_MS
const paramsOf = ({ id }: Pick<Promotion, 'id'>) => ({ id: String(id) })

/** All promotions, in their order. */
export function usePromotionList() {
  return useQuery({ queryKey: promotionsKey, queryFn: ({ signal }) => callApi(getAllPromotions, { signal }) })
}

interface Picture {
  file?: File | undefined
  /** Told how much was sent, from 0 to 1. */
  onProgress?: (sent: number) => void
}
export type PromotionToSave = Picture &
  (
    | { input: PromotionInput; key: string }
    /** What is changed of a promotion; what is absent stays, whatever somebody else has made of it. */
    | { change: PromotionChange; of: Promotion }
  )

/** Adds a promotion, or changes one; what a refusal means is for the form to say. */
export function useSavePromotion() {
  const { queryClient, inTurn } = usePromotionMutation()
  return useMutation({
    ...inTurn,
    mutationFn({ file, onProgress, ...wanted }: PromotionToSave) {
      const picture = { file, ...(onProgress && { onProgress }) }
      if ('change' in wanted) {
        const fields = { data: JSON.stringify(wanted.change) }
        return uploadFile(changePromotion, { params: paramsOf(wanted.of), fields, ...picture })
      }
      const { isActive, ...input } = wanted.input
      const fields = { ...input, isActive: isActive ? ('true' as const) : ('false' as const) }
      return uploadFile(createPromotion, { fields, headers: { 'Idempotency-Key': wanted.key }, ...picture })
    },
    // Whoever opens it again before the list is here again would otherwise edit what it was.
    onSuccess: (saved) =>
      showPromotions(queryClient, (all) =>
        all.some(({ id }) => id === saved.id) ? all.map((one) => (one.id === saved.id ? saved : one)) : [...all, saved],
      ),
  })
}

export interface PromotionMove {
  promotion: Promotion
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a promotion from the place where it is seen: where somebody else has moved it, the server refuses. */
export function useMovePromotion() {
  const { t } = useTranslation()
  const { queryClient, inTurn } = usePromotionMutation()
  return useMutation({
    ...inTurn,
    mutationFn({ promotion, where }: PromotionMove) {
      // Where it stands by now: of two quick moves the second begins where the first has ended.
      const shown = queryClient.getQueryData<Promotion[]>(promotionsKey)?.find(({ id }) => id === promotion.id)
      const { order } = shown ?? promotion
      return callApi(movePromotion, { params: paramsOf(promotion), body: { ...where, order }, timeout })
    },
    onSuccess: (all) => showPromotions(queryClient, () => all),
    onError: (error) => promotionFailed(t('promotionEditor.moveFailed'), errorMessage(error)),
  })
}

export function useTogglePromotion() {
  const { t } = useTranslation()
  const { queryClient, inTurn } = usePromotionMutation()
  const show = (id: number, isActive: boolean) =>
    showPromotions(queryClient, (all) => all.map((one) => (one.id === id ? { ...one, isActive } : one)))
  return useMutation({
    ...inTurn,
    mutationFn: ({ id, isActive }: Promotion) =>
      callApi(togglePromotion, { params: paramsOf({ id }), body: { isActive: !isActive }, timeout }),
    async onMutate({ id, isActive }) {
      // An answer under way would take it back.
      await queryClient.cancelQueries({ queryKey: promotionsKey })
      show(id, !isActive)
    },
    onSuccess: ({ id, isActive }) => show(id, isActive),
    onError(error, { id, isActive }) {
      show(id, isActive)
      promotionFailed(t('promotionEditor.toggleFailed'), errorMessage(error))
    },
  })
}

export function useDeletePromotion(onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { inTurn } = usePromotionMutation()
  return useMutation({
    ...inTurn,
    mutationFn: (promotion: Promotion) =>
      ignoreNotFound(callApi(deletePromotion, { params: paramsOf(promotion), timeout })),
    onSuccess(_, promotion) {
      toast({ title: t('promotionEditor.deleted', { title: titleIn(language, promotion) }) })
      onDone()
    },
    onError: (error) => promotionFailed(t('promotionEditor.deleteFailed'), errorMessage(error)),
  })
}

export function promotionFailed(title: string, description: string): void {
  toast({ variant: 'destructive', title, description })
}

/** Changes of the list come one after another, as they were made; the list is asked for again after the last. */
function usePromotionMutation() {
  const queryClient = useQueryClient()
  const inTurn = {
    mutationKey,
    scope: { id: 'promotion-editor' },
    // After a refusal too: what is shown may be old. Nobody waits for it.
    onSettled() {
      if (queryClient.isMutating({ mutationKey }) > 1) return
      void queryClient.invalidateQueries({ queryKey: promotionsKey })
    },
  }
  return { queryClient, inTurn }
}

/** Shows another list than the one that was fetched, until it is fetched again. */
function showPromotions(queryClient: QueryClient, change: (all: Promotion[]) => Promotion[]): void {
  queryClient.setQueryData<Promotion[]>(promotionsKey, (all) => all && change(all))
}
