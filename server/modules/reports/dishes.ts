import type { SoldDish } from './sums.ts'

/**
 * What a dish is known by over all that was sold: one that exists is one under all its names; others are told apart by
 * name (docs/product.md#reports-by).
 * @param dishIds of all dishes there are
 */
export function dishKey({ id, name, nameRo }: SoldDish, dishIds: ReadonlySet<number>): string {
  return id !== null && dishIds.has(id) ? `${id}` : JSON.stringify([name, nameRo])
}

/** Each dish once, with all that was sold of it and its last name. */
export function joinedDishes(sold: readonly SoldDish[], dishIds: ReadonlySet<number>): SoldDish[] {
  const all = new Map<string, SoldDish>()
  for (const dish of sold) {
    const key = dishKey(dish, dishIds)
    const known = all.get(key)
    if (!known) {
      all.set(key, { ...dish })
      continue
    }
    known.quantity += dish.quantity
    known.revenue += dish.revenue
    if (dish.lastAt < known.lastAt) continue
    const { name, nameRo, lastAt } = dish
    Object.assign(known, { name, nameRo, lastAt })
  }
  return [...all.values()]
}
