import { useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { isSoldOut } from '#shared/domain/menu/filter.ts'
import { isRecord } from '#shared/domain/objects.ts'
import {
  type CartDish,
  cartDishOf,
  type DishLine,
  keyOf,
  MAX_LINE_NOTES,
  MAX_QUANTITY,
  parseLine,
} from '#shared/domain/orders/cart.ts'
import { reconcileCart } from '#shared/domain/orders/cart-repair.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast, useTranslation } from '../../ui/index.ts'
import { cartStore, useCart } from './cart-store.ts'
import { groupsOfDish, useGuestOptions } from './options-query.ts'

/* Updates the cart to the menu. Loaded after the first view, by guests who have something in the cart. */

const { getState: get, setState: set } = cartStore
const NO_GROUPS = { optionGroupIds: [] }

/** The readable parts of a stored line that is damaged or was written by an older version of Masa. */
export interface OlderLine {
  dishId?: number
  named?: Named
  quantity: number
  notes?: string
}

/** The stored lines that `parseStoredLines` rejects. A stored value without a list counts as one unreadable line. */
export function olderLines(stored: unknown): OlderLine[] {
  if (stored === undefined || stored === null) return []
  const lines = listIn(stored)
  if (!lines) return [{ quantity: 0 }]
  const isCurrentVersion = isRecord(stored) && stored.version === 1
  return lines.filter((line) => !isCurrentVersion || !parseLine(line)).map(olderLine)
}

/**
 * Adds older lines to the cart with their dishes from the menu, each dish once. `gone` names the dishes of lines that
 * could not be added; `unreadable` means that at least one line had no name either.
 */
export function restoreOlderLines(older: readonly OlderLine[], lines: readonly DishLine[], menu: readonly CartDish[]) {
  const restored: DishLine[] = [...lines]
  const gone: Named[] = []
  let unreadable = false
  for (const { dishId, named, quantity, notes } of older) {
    const dish = menu.find(({ id }) => id === dishId)
    if (dish && quantity >= 1) {
      if (!restored.some((line) => line.dish.id === dish.id)) restored.push({ dish, quantity, notes })
    } else if (named) gone.push(named)
    else unreadable = true
  }
  return { lines: restored, gone, unreadable }
}

function olderLine(line: unknown): OlderLine {
  if (!isRecord(line)) return { quantity: 0 }
  const dish = [line.dish, line.menuItem, line.item].find(isRecord) ?? line
  const { name, nameRo } = dish
  const id = line.menuItemId ?? dish.id
  const { quantity, notes } = line
  return {
    dishId: Number.isInteger(id) ? Number(id) : undefined,
    named: typeof name === 'string' && name ? { name, nameRo: typeof nameRo === 'string' ? nameRo : '' } : undefined,
    quantity: Number.isInteger(quantity) ? Math.min(Number(quantity), MAX_QUANTITY) : 0,
    notes: typeof notes === 'string' ? notes.slice(0, MAX_LINE_NOTES) || undefined : undefined,
  }
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return undefined
  const inner = value.value ?? value.items ?? value.lines
  return inner === undefined ? undefined : listIn(inner)
}

/** Updates the cart to the menu as loaded, and returns what changed. @param groups undefined until they are loaded */
export function repairCart(items: readonly MenuItem[], groups: readonly OptionGroup[] | undefined) {
  const menu = items.map(cartDishOf)
  const restored = restoreOlderLines(olderLines(get().stored), get().lines, menu)
  const groupsOf = ({ id }: CartDish) => groupsOfDish(items.find((item) => item.id === id) ?? NO_GROUPS, groups)
  const { lines, gone, repriced, unfit } = reconcileCart(restored.lines, menu, groupsOf, new Date())
  const previous = get().unfit
  const keys = unfit.map(keyOf)
  set({ lines, unfit: keys, stored: undefined })
  return {
    unfit: unfit.filter((_, i) => !previous.includes(keys[i] ?? '')).map(({ dish }) => dish),
    gone: [...gone.map(({ dish }) => dish), ...restored.gone],
    repriced: repriced.map(({ dish }) => dish),
    unreadable: restored.unreadable,
  }
}

/** Records which dishes are sold out today, and returns those in the cart that were not sold out before. */
export function recordSoldOut(soldOut: readonly number[]) {
  const previous = get().soldOut
  set({ soldOut })
  return get().lines.flatMap(({ dish }) => (soldOut.includes(dish.id) && !previous.includes(dish.id) ? [dish] : []))
}

/** Follows the menu: a toast names the dishes of the cart that are gone, sold out or have another price. */
function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  const { data: groups } = useGuestOptions(items?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  // A table's cart gives lines back whose options it cannot name.
  const isNameless = useCart(({ lines }) => lines.some(({ options }) => options?.some(({ name }) => name === '')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when lines without names came
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unfit, unreadable } = repairCart(items, groups)
    // What is not served any more stays: the server takes it some minutes longer, and says so afterwards.
    const isGone = (item: MenuItem) => isSoldOut({ ...item, notNow: undefined })
    const soldOut = recordSoldOut(items.filter(isGone).map(({ id }) => id))
    const [title, ...rest] = [
      gone.length > 0 && t('cart.gone', { names: namesOf(gone) }),
      soldOut.length > 0 && t('cart.soldOut', { names: namesOf(soldOut) }),
      unfit.length > 0 && t('cart.unfit', { names: namesOf(unfit) }),
      unreadable && t('cart.unreadable'),
      repriced.length > 0 && t('cart.repriced', { names: namesOf(repriced) }),
    ].filter((sentence) => sentence !== false)
    if (title) toast({ title, description: rest.join(' · ') || undefined })
  }, [items, groups, isNameless, t])
}

export default function CartRepair({ items }: { items: readonly MenuItem[] | undefined }) {
  useCartRepair(items)
  return null
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(currentLanguage(), dish)).join(', ')
}
