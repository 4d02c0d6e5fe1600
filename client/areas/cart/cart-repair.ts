import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { isRecord } from '#shared/domain/objects.ts'
import { MAX_LINE_NOTES, MAX_QUANTITY, reconcileCart } from '#shared/domain/orders/cart.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { cartStore } from './cart-store.ts'
import { type CartDish, cartDishOf, type DishLine, parseLine } from './stored-cart.ts'

/* Updates the cart to the menu. Loaded after the first view, by guests who have something in the cart. */

const { getState: get, setState: set } = cartStore

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

/** Updates the cart to the menu as loaded, and returns what changed. */
export function repairCart(menu: readonly CartDish[]) {
  const restored = restoreOlderLines(olderLines(get().stored), get().lines, menu)
  const { lines, gone, repriced } = reconcileCart(restored.lines, menu)
  set({ lines, stored: undefined })
  return {
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

/**
 * Updates the cart whenever the menu is loaded or changes, and shows a toast with the dishes that are gone, sold out or
 * have another price.
 */
function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unreadable } = repairCart(items.map(cartDishOf))
    const soldOut = recordSoldOut(items.flatMap(({ id, soldOutUntil }) => (soldOutUntil === null ? [] : [id])))
    const [title, ...rest] = [
      gone.length > 0 && t('cart.gone', { names: namesOf(gone) }),
      soldOut.length > 0 && t('cart.soldOut', { names: namesOf(soldOut) }),
      unreadable && t('cart.unreadable'),
      repriced.length > 0 && t('cart.repriced', { names: namesOf(repriced) }),
    ].filter((sentence) => sentence !== false)
    if (title) toast({ title, description: rest.join(' · ') || undefined })
  }, [items, t])
}

export default function CartRepair({ items }: { items: readonly MenuItem[] | undefined }) {
  useCartRepair(items)
  return null
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(currentLanguage(), dish)).join(', ')
}
