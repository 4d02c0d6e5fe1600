import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import * as api from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { uploadFile } from '../../lib/api/files.ts'
import { ifMatch, ignoreNotFound, sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { i18n, toast } from '../../ui/index.ts'
import { holdersText } from '../orders/index.ts'
import {
  cachedCategories,
  cachedDishes,
  cancelMenuFetches,
  concurrentMenuChange,
  inNewOrder,
  sequentialMenuChange,
} from './owners-menu.ts'

const paramsOf = ({ id }: Pick<MenuItem, 'id'>) => ({ id: String(id) })

export function useToggleDish() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) =>
      sendChange(api.toggleDish, { params: paramsOf(dish), body: { isActive: !dish.isActive } }),
    async onMutate({ id, isActive }) {
      await cancelMenuFetches()
      cachedDishes.patch(id, { isActive: !isActive })
    },
    onSuccess: (dish) => cachedDishes.patch(dish.id, dish),
    onError: (_error, { id, isActive }) => cachedDishes.patch(id, { isActive }),
    failure: 'menuEditor.toggleFailed',
  })
}

/** Placeholder for `soldOutUntil` until the server responds; pages only check whether it is null. */
const PLACEHOLDER_TIME = '9999-12-31T00:00:00.000Z'

/** Marks a dish as sold out today or available, and shows who has it (docs/product/menu.md#menu-sold-out). */
export function useSellOut() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) =>
      sendChange(api.setSoldOut, { params: paramsOf(dish), body: { soldOut: dish.soldOutUntil === null } }),
    async onMutate({ id, soldOutUntil }) {
      await cancelMenuFetches()
      cachedDishes.patch(id, { soldOutUntil: soldOutUntil === null ? PLACEHOLDER_TIME : null })
    },
    onSuccess({ heldBy, ...dish }) {
      cachedDishes.patch(dish.id, dish)
      const name = nameIn(currentLanguage(), dish)
      if (dish.soldOutUntil === null) {
        toast({ title: i18n.t('soldOut.undone', { name }) })
        return
      }
      const holders = holdersText(i18n.t, heldBy).join('; ')
      const description = holders ? `${i18n.t('soldOut.heldBy')} ${holders}` : i18n.t('soldOut.heldByNobody')
      toast({ title: i18n.t('soldOut.done', { name }), description })
    },
    onError: (_error, { id, soldOutUntil }) => cachedDishes.patch(id, { soldOutUntil }),
    failure: 'soldOut.failed',
  })
}

export interface DishMove {
  dish: MenuItem
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a dish from its displayed position; the server rejects the move if somebody else has moved it. */
export function useMoveDish() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn({ dish, where }: DishMove) {
      // The current position, because the second of two quick moves starts where the first one ended.
      const order = (cachedDishes.find(dish.id) ?? dish).position
      return sendChange(api.moveDish, { params: paramsOf(dish), body: { ...where, order } })
    },
    onSuccess(positions, { dish }) {
      cachedDishes.change((dishes) => inNewOrder(dishes, positions))
      const position = positions.find(({ id }) => id === dish.id)?.position
      const values = { name: nameIn(currentLanguage(), dish), position, count: positions.length }
      toast({ title: i18n.t('menuEditor.moved', values) })
    },
    failure: 'menuEditor.moveFailed',
  })
}

export function useDeleteDish() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (dish: MenuItem) => ignoreNotFound(sendChange(api.deleteDish, { params: paramsOf(dish) })),
    success: (_, dish) => i18n.t('menuEditor.deleted', { name: nameIn(currentLanguage(), dish) }),
    onError: (error) => toastFailure(i18n.t('common.error'), error, i18n.t('errors.internal')),
  })
}

type DishToSave =
  | { input: api.DishInput; key: string }
  /** `dish`: the version to which the change is made. */
  | { change: api.DishChange; dish: MenuItem }

export function useSaveDish() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (request: DishToSave) =>
      'input' in request
        ? sendChange(api.createDish, { body: request.input, headers: { 'Idempotency-Key': request.key } })
        : sendChange(api.changeDish, {
            params: paramsOf(request.dish),
            body: request.change,
            headers: ifMatch(request.dish),
          }),
    // Otherwise the form would have the older version if it is opened before the menu is fetched again.
    onSuccess: (dish) => cachedDishes.patch(dish.id, dish),
  })
}

export function useUploadPicture() {
  return useOwnerChange({
    ...concurrentMenuChange,
    mutationFn: ({ dish, file, onProgress }: { dish: MenuItem; file: File; onProgress: (sent: number) => void }) =>
      uploadFile(api.uploadDishImage, { params: paramsOf(dish), file, onProgress }),
    onSuccess: (dish) => cachedDishes.patch(dish.id, dish),
  })
}

type CategoryFields = Pick<MenuCategory, 'name' | 'nameRo' | 'servedHours'> & { stationId?: number }
type CategoryToSave =
  | { names: CategoryFields; key: string }
  /** Only what changes, so that a change of the rest by somebody else stays. */
  | { category: MenuCategory; changed: Partial<CategoryFields> }

/** Adds a category, or changes its names and hours, in the displayed dishes as well, or its station. */
export function useSaveCategory() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (toSave: CategoryToSave) =>
      'names' in toSave
        ? sendChange(api.createCategory, { body: toSave.names, headers: { 'Idempotency-Key': toSave.key } })
        : sendChange(api.changeCategory, { params: paramsOf(toSave.category), body: toSave.changed }),
    onSuccess(saved) {
      const { id, name, nameRo, stationId, servedHours = null, vatRate } = saved
      const before = cachedCategories.find(id)
      if (!before) return cachedCategories.put(saved)
      cachedCategories.patch(id, { name, nameRo, stationId, servedHours, vatRate })
      cachedDishes.change((dishes) =>
        dishes.map((dish) =>
          dish.category === before.name
            ? { ...dish, category: name, categoryRo: nameRo, categoryServedHours: servedHours }
            : dish,
        ),
      )
    },
    failure: 'common.error',
  })
}

export interface CategoryMove {
  category: MenuCategory
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a category from its displayed position; the server rejects the move if somebody else has moved it. */
export function useMoveCategory() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn({ category, where }: CategoryMove) {
      // The current position, because the second of two quick moves starts where the first one ended.
      const order = (cachedCategories.find(category.id) ?? category).position
      return sendChange(api.moveCategory, { params: paramsOf(category), body: { ...where, order } })
    },
    onSuccess: (categories) => cachedCategories.change(() => categories),
    failure: 'common.error',
  })
}

export function useToggleCategory() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: ({ id, isActive }: MenuCategory) =>
      sendChange(api.toggleCategory, { params: { category: String(id) }, body: { isActive: !isActive } }),
    async onMutate({ id, isActive }) {
      await cancelMenuFetches()
      cachedCategories.patch(id, { isActive: !isActive })
    },
    onSuccess: ({ id, isActive }) => cachedCategories.patch(id, { isActive }),
    onError: (_error, { id, isActive }) => cachedCategories.patch(id, { isActive }),
    failure: 'menuEditor.categories.toggleFailed',
  })
}

export function useDeleteCategory() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (category: MenuCategory) =>
      ignoreNotFound(sendChange(api.deleteCategory, { params: paramsOf(category) })),
    success: (_, category) => i18n.t('menuEditor.categories.deleted', { name: nameIn(currentLanguage(), category) }),
    failure: 'common.error',
  })
}

/** Deletes the categories without dishes; those that got a dish meanwhile stay. */
export function useRemoveEmptyCategories() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (_shown: readonly MenuCategory[]) => sendChange(api.removeEmptyCategories, {}),
    success: ({ removed }) => i18n.t('menuEditor.categories.emptyRemoved', { count: removed }),
    failure: 'common.error',
  })
}
