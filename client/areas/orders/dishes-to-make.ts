import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { alikeKey } from '#shared/domain/orders/line-options.ts'

/** A dish that the kitchen has yet to make, summed over all orders. */
export interface DishToMake {
  /** Identifies the dish in the list: its menu item id, or its two names if the dish was deleted. */
  key: string
  /** Id of the dish's line in the newest order; shown for a deleted dish without a name. */
  id: number
  menuItemId: number | null
  /** Names as in the newest order. */
  name: string
  nameRo: string
  quantity: number
  notes: { note: string; quantity: number }[]
  /** How many portions are made with which options; those without any are left out. */
  variants: { options: OrderLine['options']; quantity: number }[]
}

/**
 * The quantity of each dish that is not done, over all pending and preparing orders, largest first (docs/product/board.md#board-dishes).
 * The lines of a deleted dish have no `menuItemId` and are grouped by its two names.
 */
export function dishesToMake(orders: Iterable<Pick<Order, 'id' | 'status' | 'items'>>): DishToMake[] {
  const ordersToCook = [...orders]
    .filter(({ status }) => status === 'pending' || status === 'preparing')
    .sort((a, b) => b.id - a.id)
  const dishes = new Map<string, DishToMake>()
  for (const { items } of ordersToCook) {
    for (const line of items) {
      const { id, menuItemId, name, nameRo, quantity, notes, options } = line
      if (quantity === 0 || line.doneAt || !line.cooked) continue
      const key = keyOfDish(line)
      const dish = dishes.get(key) ?? { key, id, menuItemId, name, nameRo, quantity: 0, notes: [], variants: [] }
      dish.quantity += quantity
      if (notes) addNote(dish, notes, quantity)
      if (options.length > 0) addVariant(dish, options, quantity)
      dishes.set(key, dish)
    }
  }
  return [...dishes.values()].sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name))
}

/** Identifies the dish of a line among the dishes to make. */
export function keyOfDish({ menuItemId, name, nameRo }: Pick<OrderLine, 'menuItemId' | 'name' | 'nameRo'>): string {
  return menuItemId === null ? JSON.stringify([name, nameRo]) : String(menuItemId)
}

function addNote({ notes }: DishToMake, note: string, quantity: number): void {
  const entry = notes.find((existing) => existing.note === note)
  if (entry) entry.quantity += quantity
  else notes.push({ note, quantity })
}

function addVariant({ variants }: DishToMake, options: OrderLine['options'], quantity: number): void {
  const key = alikeKey(options)
  const entry = variants.find((existing) => alikeKey(existing.options) === key)
  if (entry) entry.quantity += quantity
  else variants.push({ options, quantity })
}

/** Dishes of one category; those that are no longer on the menu have none. */
interface CategoryToMake extends Partial<Pick<MenuItem, 'category' | 'categoryRo'>> {
  dishes: DishToMake[]
}

/** The dishes by category, in the order of the menu; within one, in the order of `dishes`. */
export function byCategory(
  dishes: readonly DishToMake[],
  menu: readonly Pick<MenuItem, 'id' | 'category' | 'categoryRo'>[],
): CategoryToMake[] {
  const onMenu = new Map(menu.map((item) => [item.id, item]))
  const categories = new Map<string | undefined, CategoryToMake>()
  for (const { category, categoryRo } of menu) categories.set(category, { category, categoryRo, dishes: [] })
  categories.set(undefined, { dishes: [] })
  for (const dish of dishes) {
    const item = dish.menuItemId === null ? undefined : onMenu.get(dish.menuItemId)
    categories.get(item?.category)?.dishes.push(dish)
  }
  return [...categories.values()].filter((category) => category.dishes.length > 0)
}
