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
import { ANSWER_WITHIN_MS } from '../../lib/answer-within.ts'
import { callApi } from '../../lib/api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { toast } from '../../ui/toast/store.ts'
import { menuChangeFailed, useMenuMutation } from './menu-mutation.ts'
import { changeShownCategory, showCategories, showDishes, shownCategory } from './owners-menu.ts'

export interface CategoryNames {
  name: string
  nameRo: string
}

const timeout = ANSWER_WITHIN_MS
const paramsOf = ({ id }: MenuCategory) => ({ id: String(id) })

export function useCreateCategory(onDone: () => void) {
  const { queryClient, inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn: (body: CategoryNames) => callApi(createCategory, { body, timeout }),
    onSuccess(category) {
      showCategories(queryClient, (categories) => [...categories, category])
      onDone()
    },
    onError: ruleBroken,
  })
}

export function useRenameCategory(category: MenuCategory, onDone: () => void) {
  const { queryClient, inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn: (body: CategoryNames) => callApi(changeCategory, { params: paramsOf(category), body, timeout }),
    onSuccess({ id, name, nameRo }) {
      const before = shownCategory(queryClient, id)?.name
      changeShownCategory(queryClient, id, { name, nameRo })
      showDishes(queryClient, (dishes) =>
        dishes.map((dish) => (dish.category === before ? { ...dish, category: name, categoryRo: nameRo } : dish)),
      )
      onDone()
    },
    onError: ruleBroken,
  })
}

export interface CategoryMove {
  category: MenuCategory
  where: { direction: 'up' | 'down' } | { to: number }
}

/** Moves a category from the place where it is seen: where somebody else has moved it, the server refuses. */
export function useMoveCategory(onDone?: () => void) {
  const { queryClient, inTurn } = useMenuMutation()
  const ruleBroken = useRuleBroken()
  return useMutation({
    ...inTurn,
    mutationFn({ category, where }: CategoryMove) {
      // Where it stands by now: of two quick moves the second begins where the first has ended.
      const order = (shownCategory(queryClient, category.id) ?? category).position
      return callApi(moveCategory, { params: paramsOf(category), body: { ...where, order }, timeout })
    },
    onSuccess(categories) {
      showCategories(queryClient, () => categories)
      onDone?.()
    },
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
    mutationFn: (category: MenuCategory) => callApi(deleteCategory, { params: paramsOf(category), timeout }),
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
