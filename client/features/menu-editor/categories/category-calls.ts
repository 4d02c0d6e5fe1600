import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu.ts'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  moveCategory,
  toggleCategory,
} from '#shared/contracts/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ANSWER_WITHIN_MS } from '../../../lib/api/answer-within.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { ignoreNotFound } from '../../../lib/api/ignore-not-found.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { toast } from '../../../ui/toast/store.ts'
import { menuChangeFailed, useMenuMutation } from '../menu-mutation.ts'
import { changeShownCategory, showCategories, showDishes, shownCategory } from '../owners-menu.ts'

const timeout = ANSWER_WITHIN_MS
const paramsOf = ({ id }: MenuCategory) => ({ id: String(id) })

export type CategoryToSave =
  | { names: { name: string; nameRo: string } }
  /** What of the names is changed; what is absent stays, whatever somebody else has made of it. */
  | { of: MenuCategory; changed: { name?: string; nameRo?: string } }

/** Adds a category, or renames one and at once the dishes in it. */
export function useSaveCategory() {
  const { queryClient, inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn: (wanted: CategoryToSave) =>
      'names' in wanted
        ? callApi(createCategory, { body: wanted.names, timeout })
        : callApi(changeCategory, { params: paramsOf(wanted.of), body: wanted.changed, timeout }),
    onSuccess(saved) {
      const { id, name, nameRo } = saved
      const before = shownCategory(queryClient, id)
      if (!before) {
        showCategories(queryClient, (categories) => [...categories, saved])
        return
      }
      changeShownCategory(queryClient, id, { name, nameRo })
      showDishes(queryClient, (dishes) =>
        dishes.map((dish) => (dish.category === before.name ? { ...dish, category: name, categoryRo: nameRo } : dish)),
      )
    },
    onError: ruleBroken,
  })
}

export interface CategoryMove {
  category: MenuCategory
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a category from the place where it is seen: where somebody else has moved it, the server refuses. */
export function useMoveCategory() {
  const { queryClient, inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn({ category, where }: CategoryMove) {
      // Where it stands by now: of two quick moves the second begins where the first has ended.
      const order = (shownCategory(queryClient, category.id) ?? category).position
      return callApi(moveCategory, { params: paramsOf(category), body: { ...where, order }, timeout })
    },
    onSuccess: (categories) => showCategories(queryClient, () => categories),
    onError: ruleBroken,
  })
}

export function useToggleCategory() {
  const { t } = useTranslation()
  const { queryClient, beforeShowing, inTurn } = useMenuMutation()
  return useMutation({
    ...inTurn,
    mutationFn: ({ id, isActive }: MenuCategory) =>
      callApi(toggleCategory, { params: { category: String(id) }, body: { isActive: !isActive }, timeout }),
    async onMutate({ id, isActive }) {
      await beforeShowing()
      changeShownCategory(queryClient, id, { isActive: !isActive })
    },
    onSuccess: ({ id, isActive }) => changeShownCategory(queryClient, id, { isActive }),
    onError(error, { id, isActive }) {
      changeShownCategory(queryClient, id, { isActive })
      menuChangeFailed(t('menuEditor.categories.toggleFailed'), errorMessage(error))
    },
  })
}

export function useDeleteCategory(onDone: () => void) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn: (category: MenuCategory) =>
      ignoreNotFound(callApi(deleteCategory, { params: paramsOf(category), timeout })),
    onSuccess(_, category) {
      toast({ title: t('menuEditor.categories.deleted', { name: nameIn(language, category) }) })
      onDone()
    },
    onError: ruleBroken,
  })
}

/** The rules for categories are the server's, and are said in its words. */
function useRuleBroken(): (error: Error) => void {
  const { t } = useTranslation()
  return (error) => menuChangeFailed(t('common.error'), errorMessage(error))
}
