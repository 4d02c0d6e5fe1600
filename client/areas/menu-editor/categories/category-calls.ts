import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  moveCategory,
  removeEmptyCategories,
  toggleCategory,
} from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ignoreNotFound } from '../../../lib/changes/ignore-not-found.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { toast } from '../../../ui/toast/store.ts'
import { cancelMenuFetches, sequentialMenuChange } from '../menu-changes.ts'
import { cachedCategory, updateCachedCategories, updateCachedCategory, updateCachedDishes } from '../owners-menu.ts'

const paramsOf = ({ id }: MenuCategory) => ({ id: String(id) })

export type CategoryToSave =
  | { names: { name: string; nameRo: string; stationId?: number } }
  /** Only what changes, so that a change of the rest by somebody else stays. */
  | { category: MenuCategory; changed: { name?: string; nameRo?: string; stationId?: number } }

/** Adds a category, or changes its names, in the displayed dishes as well, or its station. */
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
      const { id, name, nameRo, stationId } = saved
      const before = cachedCategory(queryClient, id)
      if (!before) {
        updateCachedCategories(queryClient, (categories) => [...categories, saved])
        return
      }
      updateCachedCategory(queryClient, id, { name, nameRo, stationId })
      updateCachedDishes(queryClient, (dishes) =>
        dishes.map((dish) => (dish.category === before.name ? { ...dish, category: name, categoryRo: nameRo } : dish)),
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
