import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import {
  changeCategory,
  changeDish,
  createCategory,
  createDish,
  type DishChange,
  type DishInput,
  deleteCategory,
  deleteDish,
  moveCategory,
  moveDish,
  removeEmptyCategories,
  setSoldOut,
  toggleCategory,
  toggleDish,
  uploadDishImage,
} from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { uploadFile } from '../../lib/api/files.ts'
import { ifMatch, ignoreNotFound, sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { holdersText } from '../orders/index.ts'
import {
  cachedCategory,
  cachedDish,
  cancelMenuFetches,
  concurrentMenuChange,
  inNewOrder,
  sequentialMenuChange,
  updateCachedCategories,
  updateCachedCategory,
  updateCachedDish,
  updateCachedDishes,
} from './owners-menu.ts'

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

type DishToSave =
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

type CategoryFields = Pick<MenuCategory, 'name' | 'nameRo' | 'servedHours'> & { stationId?: number }
type CategoryToSave =
  | { names: CategoryFields }
  /** Only what changes, so that a change of the rest by somebody else stays. */
  | { category: MenuCategory; changed: Partial<CategoryFields> }

/** Adds a category, or changes its names and hours, in the displayed dishes as well, or its station. */
export function useSaveCategory() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (toSave: CategoryToSave) =>
      'names' in toSave
        ? sendChange(createCategory, { body: toSave.names })
        : sendChange(changeCategory, { params: paramsOf(toSave.category), body: toSave.changed }),
    onSuccess(saved) {
      const { id, name, nameRo, stationId, servedHours = null, vatRate } = saved
      const before = cachedCategory(queryClient, id)
      if (!before) {
        updateCachedCategories(queryClient, (categories) => [...categories, saved])
        return
      }
      updateCachedCategory(queryClient, id, { name, nameRo, stationId, servedHours, vatRate })
      updateCachedDishes(queryClient, (dishes) =>
        dishes.map((dish) =>
          dish.category === before.name
            ? { ...dish, category: name, categoryRo: nameRo, categoryServedHours: servedHours }
            : dish,
        ),
      )
    },
    failureTitle: t('common.error'),
  })
}

export interface CategoryMove {
  category: MenuCategory
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a category from its displayed position; the server rejects the move if somebody else has moved it. */
export function useMoveCategory() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn({ category, where }: CategoryMove) {
      // The current position, because the second of two quick moves starts where the first one ended.
      const order = (cachedCategory(queryClient, category.id) ?? category).position
      return sendChange(moveCategory, { params: paramsOf(category), body: { ...where, order } })
    },
    onSuccess: (categories) => updateCachedCategories(queryClient, () => categories),
    failureTitle: t('common.error'),
  })
}

export function useToggleCategory() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: ({ id, isActive }: MenuCategory) =>
      sendChange(toggleCategory, { params: { category: String(id) }, body: { isActive: !isActive } }),
    async onMutate({ id, isActive }) {
      await cancelMenuFetches(queryClient)
      updateCachedCategory(queryClient, id, { isActive: !isActive })
    },
    onSuccess: ({ id, isActive }) => updateCachedCategory(queryClient, id, { isActive }),
    onError: (_error, { id, isActive }) => updateCachedCategory(queryClient, id, { isActive }),
    failureTitle: t('menuEditor.categories.toggleFailed'),
  })
}

export function useDeleteCategory(onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (category: MenuCategory) => ignoreNotFound(sendChange(deleteCategory, { params: paramsOf(category) })),
    onSuccess(_, category) {
      toast({ title: t('menuEditor.categories.deleted', { name: nameIn(language, category) }) })
      onDone()
    },
    failureTitle: t('common.error'),
  })
}

/** Deletes the categories without dishes; those that got a dish meanwhile stay. */
export function useRemoveEmptyCategories(onDone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (_shown: readonly MenuCategory[]) => sendChange(removeEmptyCategories, {}),
    onSuccess({ removed }) {
      toast({ title: t('menuEditor.categories.emptyRemoved', { count: removed }) })
      onDone()
    },
    failureTitle: t('common.error'),
  })
}
