import type { SoldDish } from './sums.ts'

/**
 * The key that groups sold dishes: the id of a dish that still exists, whatever its names; the names of a deleted dish
 * (docs/product/reports.md#reports-by).
 * @param dishIds ids of all dishes that exist
 */
export function dishKey({ id, name, nameRo }: SoldDish, dishIds: ReadonlySet<number>): string {
  return id !== null && dishIds.has(id) ? `${id}` : JSON.stringify([name, nameRo])
}

/** Merges sold dishes with the same key: adds quantities and revenue, and keeps the names of the latest sale. */
export function mergeDishes(sold: readonly SoldDish[], dishIds: ReadonlySet<number>): SoldDish[] {
  const merged = new Map<string, SoldDish>()
  for (const dish of sold) {
    const key = dishKey(dish, dishIds)
    const entry = merged.get(key)
    if (!entry) {
      merged.set(key, { ...dish })
      continue
    }
    entry.quantity += dish.quantity
    entry.revenue += dish.revenue
    if (dish.lastAt < entry.lastAt) continue
    const { name, nameRo, lastAt } = dish
    Object.assign(entry, { name, nameRo, lastAt })
  }
  return [...merged.values()]
}
