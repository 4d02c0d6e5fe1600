import type { Orderable } from './filter.ts'

type Dish = { category: string } & Pick<Orderable, 'notNow' | 'isFolded'>

/**
 * Returns the categories of which no dish is served now, as the dishes are marked. It is empty if that is all of them,
 * or if no orders are taken: guests then read the menu for later in its order (docs/product/hours.md#hours-served).
 */
export function closedCategories(dishes: readonly Dish[], takesOrders: boolean): ReadonlySet<string> {
  const served = new Set(dishes.filter(({ notNow }) => !notNow).map(({ category }) => category))
  if (!takesOrders || served.size === 0) return new Set()
  return new Set(dishes.map(({ category }) => category).filter((category) => !served.has(category)))
}

/** Returns the dishes with those of closed categories folded; a dish that needs no change stays the same object. */
export function withFolded<D extends Dish>(dishes: readonly D[], closed: ReadonlySet<string>): D[] {
  return dishes.map((dish) => {
    const isFolded = closed.has(dish.category)
    return isFolded === Boolean(dish.isFolded) ? dish : { ...dish, isFolded }
  })
}
