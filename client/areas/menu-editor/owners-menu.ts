import { useMemo, useRef } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import * as api from '#shared/contracts/menu/menu-editing.ts'
import { listOptions, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { change, list, readAll } from '../../kit/changes.ts'
import { uploadFile } from '../../lib/api/files.ts'
import { queryClient } from '../../lib/api/query.ts'
import { inAnsweredOrder, type Where } from '../../lib/changes/refetching.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { language, t, toast } from '../../ui/index.ts'
import { menuKeys, useCategories, useDishes } from '../menu/index.ts'
import { holdersText } from '../orders/index.ts'

/** The whole menu, including hidden dishes and empty categories. */
export interface OwnersMenu {
  dishes: MenuItem[]
  /** In display order. */
  categories: MenuCategory[]
}

const [dishesKey, categoriesKey, groupsKey] = menuKeys

/** What a change of one of these lists changes, and how their changes are sent: one after another. */
const ofMenu = { also: menuKeys, queue: 'menu' }
const dishes = list<MenuItem>(dishesKey, ofMenu)
const categories = list<MenuCategory>(categoriesKey, ofMenu)
export const ownersGroups = list<OptionGroup>(groupsKey, { read: readAll(listOptions), ...ofMenu })
export const useOptionGroups = ownersGroups.use

export function useOwnersMenu() {
  const dishes = useDishes()
  const categories = useCategories()
  const isFetching = dishes.isFetching || categories.isFetching
  return {
    menu: useWholeMenu(dishes.data, categories.data, isFetching),
    error: dishes.error ?? categories.error,
    isFetching,
    refetch() {
      for (const query of [dishes, categories]) if (!query.data) void query.refetch()
    },
  }
}

/**
 * Returns dishes and categories of the same version of the menu. They are fetched separately: when a category is new or
 * renamed, one list is newer for a moment, and its dishes would disappear and return, which would lose the focus and
 * the scroll position.
 */
function useWholeMenu(dishes: MenuItem[] | undefined, categories: MenuCategory[] | undefined, isFetching: boolean) {
  const last = useRef<OwnersMenu>(undefined)
  const menu = useMemo(() => dishes && categories && { dishes, categories }, [dishes, categories])
  const isWhole = useMemo(() => {
    const names = new Set(menu?.categories.map(({ name }) => name))
    return menu?.dishes.every(({ category }) => names.has(category))
  }, [menu])
  if (menu && (isWhole || !isFetching || !last.current)) last.current = menu
  return last.current
}

/** The menu after dishes of one category got these positions. */
function inNewOrder(dishes: readonly MenuItem[], positions: readonly api.DishPosition[]): MenuItem[] {
  const positionOf = new Map(positions.map(({ id, position }) => [id, position]))
  const moved = dishes
    .map((dish) => ({ ...dish, position: positionOf.get(dish.id) ?? 0 }))
    .filter(({ position }) => position > 0)
    .sort((a, b) => a.position - b.position)
  let next = 0
  return dishes.map((dish) => (positionOf.has(dish.id) ? (moved[next++] ?? dish) : dish))
}

/** So many categories without dishes are folded away, beside others. */
const MANY_EMPTY = 4

/**
 * The categories that a list folds away until it is unfolded: those without dishes, if they are many beside others.
 * @param hasDishes whether a category has dishes, or is to be shown anyway
 */
export function foldedCategories(
  categories: readonly MenuCategory[],
  hasDishes: (category: MenuCategory) => boolean,
): readonly MenuCategory[] {
  const empty = categories.filter((category) => !hasDishes(category))
  return empty.length >= MANY_EMPTY && empty.length < categories.length ? empty : []
}

const nameOf = (entry: { name: string; nameRo: string }) => nameIn(language, entry)

const about = ({ id }: MenuItem) => ({ id: String(id) })

/** Placeholder for `soldOutUntil` until the server responds; pages only check whether it is null. */
const PLACEHOLDER_TIME = '9999-12-31T00:00:00.000Z'

/** A dish whose category is not known yet comes with the refetched menu: it would not be shown until then. */
function withDish(all: MenuItem[], saved: MenuItem): MenuItem[] {
  if (!categories.has(({ name }) => name === saved.category)) return all
  const isKnown = all.some(({ id }) => id === saved.id)
  return isKnown ? all.map((dish) => (dish.id === saved.id ? saved : dish)) : [...all, saved]
}

/** The changes of dishes; their editor says how an addition or a change ended. */
export const dishList = {
  add: dishes.add(api.createDish, { put: withDish }),
  save: dishes.save(api.changeDish, { put: withDish }),
  toggle: dishes.change(
    (dish) => sendChange(api.toggleDish, { params: about(dish), body: { isActive: !dish.isActive } }),
    { now: ({ isActive }) => ({ isActive: !isActive }), failed: 'menuEditor.toggleFailed' },
  ),
  /** Marks a dish as sold out today or available, and shows who has it (docs/product/menu.md#menu-sold-out). */
  sellOut: dishes.change(
    (dish: MenuItem) =>
      sendChange(api.setSoldOut, { params: about(dish), body: { soldOut: dish.soldOutUntil === null } }),
    {
      now: ({ soldOutUntil }) => ({ soldOutUntil: soldOutUntil === null ? PLACEHOLDER_TIME : null }),
      onDone(_, { heldBy, ...dish }) {
        const name = nameOf(dish)
        if (dish.soldOutUntil === null) {
          toast({ title: t('soldOut.undone', { name }) })
          return
        }
        const holders = holdersText(t, heldBy).join('; ')
        const description = holders ? `${t('soldOut.heldBy')} ${holders}` : t('soldOut.heldByNobody')
        toast({ title: t('soldOut.done', { name }), description })
      },
      failed: 'common.notChanged',
    },
  ),
  /** Moves a dish from its displayed position; the server rejects the move if somebody else has moved it. */
  move: dishes.change(
    (dish, where: Where, { current: { position } }) =>
      sendChange(api.moveDish, { params: about(dish), body: { ...where, order: position } }),
    {
      put: inNewOrder,
      done: (dish, positions) =>
        t('menuEditor.moved', {
          name: nameOf(dish),
          position: positions.find(({ id }) => id === dish.id)?.position,
          count: positions.length,
        }),
      failed: 'common.notChanged',
    },
  ),
  /** Not in turn: it takes long, and is independent of other changes. */
  sendPicture: change(
    ({ dish, file, onProgress }: { dish: MenuItem; file: File; onProgress: (sent: number) => void }) =>
      uploadFile(api.uploadDishImage, { params: about(dish), file, onProgress }),
    {
      onDone: (_, saved) => dishes.put(saved),
      // It may have been received.
      onFailed: () => void queryClient.invalidateQueries({ queryKey: dishesKey }),
    },
  ),
  remove: dishes.remove(api.deleteDish, {
    done: (dish) => t('common.deleted', { name: nameOf(dish) }),
    onFailed: (error) => toastFailure(t('common.error'), error, t('errors.internal')),
  }),
}

/** The categories, and what their form adds to and changes. */
export const categoryList = {
  draft: 'category',
  nameOf,
  fieldOfCode: { category_exists: 'name', category_name_taken: 'name' },
  add: categories.add(api.createCategory, { failed: 'common.error' }),
  /** Changes what differs of a category's names, hours, station and VAT rate, in the displayed dishes as well. */
  save: categories.save(api.changeCategory, {
    onDone: ({ name: before }, { name, nameRo, servedHours = null }) =>
      dishes.write((all) =>
        all.map((dish) =>
          dish.category === before
            ? { ...dish, category: name, categoryRo: nameRo, categoryServedHours: servedHours }
            : dish,
        ),
      ),
    failed: 'common.error',
  }),
  /** Moves a category from its displayed position; the server rejects the move if somebody else has moved it. */
  move: categories.change(
    ({ id }, where: Where, { current: { position } }) =>
      sendChange(api.moveCategory, { params: { id: String(id) }, body: { ...where, order: position } }),
    { put: inAnsweredOrder, failed: 'common.error' },
  ),
  toggle: categories.change(
    ({ id, isActive }) =>
      sendChange(api.toggleCategory, { params: { category: String(id) }, body: { isActive: !isActive } }),
    { now: ({ isActive }) => ({ isActive: !isActive }), failed: 'menuEditor.categories.toggleFailed' },
  ),
  remove: categories.remove(api.deleteCategory, {
    done: (category) => t('common.deleted', { name: nameOf(category) }),
    failed: 'common.error',
  }),
  /** Deletes the categories without dishes; those that got a dish meanwhile stay. */
  removeEmpty: change<void, { removed: number }>(() => sendChange(api.removeEmptyCategories), {
    ...categories.inTurn,
    done: (_, { removed }) => t('menuEditor.categories.emptyRemoved', { count: removed }),
    failed: 'common.error',
  }),
}
