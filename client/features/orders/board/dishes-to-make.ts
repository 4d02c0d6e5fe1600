import type { Order } from '#shared/contracts/orders.ts'

/** A dish that the kitchen has yet to make, over all orders. */
export interface DishToMake {
  key: string
  /** Of a line that has it. */
  id: number
  menuItemId: number | null
  /** As the newest order has them. */
  name: string
  nameRo: string
  quantity: number
  /** What is to be regarded, and for how many of them. */
  notes: { note: string; quantity: number }[]
}

/**
 * The sum of each dish over all pending and preparing orders, most first (docs/product.md#board-dishes). A deleted dish
 * is known by its names.
 */
export function dishesToMake(orders: Iterable<Order>): DishToMake[] {
  const cooking = [...orders]
    .filter(({ status }) => status === 'pending' || status === 'preparing')
    .sort((a, b) => b.id - a.id)
  const dishes = new Map<string, DishToMake>()
  for (const { items } of cooking) {
    for (const { id, menuItemId, name, nameRo, quantity, notes } of items) {
      if (quantity === 0) continue
      const key = menuItemId === null ? JSON.stringify([name, nameRo]) : String(menuItemId)
      const dish = dishes.get(key) ?? { key, id, menuItemId, name, nameRo, quantity: 0, notes: [] }
      dish.quantity += quantity
      if (notes) addNote(dish, notes, quantity)
      dishes.set(key, dish)
    }
  }
  return [...dishes.values()].sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name))
}

function addNote({ notes }: DishToMake, note: string, quantity: number): void {
  const known = notes.find((one) => one.note === note)
  if (known) known.quantity += quantity
  else notes.push({ note, quantity })
}
