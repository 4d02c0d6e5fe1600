import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import {
  changeDish,
  createDish,
  type DishChange,
  type DishInput,
  deleteDish,
  moveDish,
  setSoldOut,
  toggleDish,
  uploadDishImage,
} from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { uploadFile } from '../../../lib/api/upload.ts'
import { ifMatch } from '../../../lib/changes/if-match.ts'
import { ignoreNotFound } from '../../../lib/changes/ignore-not-found.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { toast } from '../../../ui/toast/store.ts'
import { holdersText } from '../../orders/index.ts'
import { cancelMenuFetches, concurrentMenuChange, sequentialMenuChange } from '../menu-changes.ts'
import { cachedDish, inNewOrder, updateCachedDish, updateCachedDishes } from '../owners-menu.ts'

const paramsOf = ({ id }: Pick<MenuItem, 'id'>) => ({ id: String(id) })

export function useToggleDish() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) =>
      sendChange(toggleDish, { params: paramsOf(dish), body: { isActive: !dish.isActive } }),
    async onMutate({ id, isActive }) {
      await cancelMenuFetches(queryClient)
      updateCachedDish(queryClient, id, { isActive: !isActive })
    },
    onSuccess: (dish) => updateCachedDish(queryClient, dish.id, dish),
    onError: (_error, { id, isActive }) => updateCachedDish(queryClient, id, { isActive }),
    failureTitle: t('menuEditor.toggleFailed'),
  })
}

/** Placeholder for `soldOutUntil` until the server responds; pages only check whether it is null. */
const PLACEHOLDER_TIME = '9999-12-31T00:00:00.000Z'

/**
 * Marks a dish as sold out today or available, and shows which orders and carts contain it
 * (docs/product/menu.md#menu-sold-out).
 */
export function useSellOut() {
  const { t } = useTranslation()
  const language = useLanguage()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) =>
      sendChange(setSoldOut, { params: paramsOf(dish), body: { soldOut: dish.soldOutUntil === null } }),
    async onMutate({ id, soldOutUntil }) {
      await cancelMenuFetches(queryClient)
      updateCachedDish(queryClient, id, { soldOutUntil: soldOutUntil === null ? PLACEHOLDER_TIME : null })
    },
    onSuccess({ heldBy, ...dish }) {
      updateCachedDish(queryClient, dish.id, dish)
      const name = nameIn(language, dish)
      if (dish.soldOutUntil === null) {
        toast({ title: t('soldOut.undone', { name }) })
        return
      }
      const holders = holdersText(t, heldBy).join('; ')
      const description = holders ? `${t('soldOut.heldBy')} ${holders}` : t('soldOut.heldByNobody')
      toast({ title: t('soldOut.done', { name }), description })
    },
    onError: (_error, { id, soldOutUntil }) => updateCachedDish(queryClient, id, { soldOutUntil }),
    failureTitle: t('soldOut.failed'),
  })
}

export interface DishMove {
  dish: MenuItem
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a dish from its displayed position; the server rejects the move if somebody else has moved it. */
export function useMoveDish() {
  const { t } = useTranslation()
  const language = useLanguage()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn({ dish, where }: DishMove) {
      // The current position, because the second of two quick moves starts where the first one ended.
      const order = (cachedDish(queryClient, dish.id) ?? dish).position
      return sendChange(moveDish, { params: paramsOf(dish), body: { ...where, order } })
    },
    onSuccess(positions, { dish }) {
      updateCachedDishes(queryClient, (dishes) => inNewOrder(dishes, positions))
      const position = positions.find(({ id }) => id === dish.id)?.position
      const values = { name: nameIn(language, dish), position, count: positions.length }
      toast({ title: t('menuEditor.moved', values) })
    },
    failureTitle: t('menuEditor.moveFailed'),
  })
}

export function useDeleteDish(onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) => ignoreNotFound(sendChange(deleteDish, { params: paramsOf(dish) })),
    onSuccess(_, dish) {
      toast({ title: t('menuEditor.deleted', { name: nameIn(language, dish) }) })
      onDone()
    },
    onError: (error) => toastFailure(t('common.error'), error, t('errors.internal')),
  })
}

export type DishToSave =
  | { input: DishInput; key: string }
  /** `dish`: the version to which the change is made. */
  | { change: DishChange; dish: MenuItem }

/** Adds or changes a dish. The form handles errors. */
export function useSaveDish() {
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (request: DishToSave) =>
      'input' in request
        ? sendChange(createDish, { body: request.input, headers: { 'Idempotency-Key': request.key } })
        : sendChange(changeDish, {
            params: paramsOf(request.dish),
            body: request.change,
            headers: ifMatch(request.dish),
          }),
    // Otherwise the form would have the older version if it is opened before the menu is fetched again.
    onSuccess: (dish) => updateCachedDish(queryClient, dish.id, dish),
  })
}

interface PictureToSend {
  dish: MenuItem
  file: File
  /** Called with the fraction that was uploaded, from 0 to 1. */
  onProgress: (sent: number) => void
}

/** Uploads the picture of a dish. The form handles errors. */
export function useUploadPicture() {
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...concurrentMenuChange,
    mutationFn: ({ dish, file, onProgress }: PictureToSend) =>
      uploadFile(uploadDishImage, { params: paramsOf(dish), file, onProgress }),
    onSuccess: (dish) => updateCachedDish(queryClient, dish.id, dish),
  })
}
