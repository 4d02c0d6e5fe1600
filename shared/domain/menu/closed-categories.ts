import type { Orderable } from './filter.ts'

type Dish = { category: string } & Pick<Orderable, 'notNow' | 'isFolded'>

/**
 * The categories of which no dish is served at the moment for which the dishes are marked. None while that is so of all,
 * or while no orders are taken: the menu is then read for later, in its own order (docs/product/hours.md#hours-served).
 */
export function closedCategories(dishes: readonly Dish[], takesOrders: boolean): ReadonlySet<string> {
  const served = new Set(dishes.filter(({ notNow }) => !notNow).map(({ category }) => category))
  if (!takesOrders || served.size === 0) return new Set()
  return new Set(dishes.map(({ category }) => category).filter((category) => !served.has(category)))
}

/** The dishes, of which those of closed categories are folded; those that already are as they should be stay the same. */
export function withFolded<D extends Dish>(dishes: readonly D[], closed: ReadonlySet<string>): D[] {
  return dishes.map((dish) => {
    const isFolded = closed.has(dish.category)
    return isFolded === Boolean(dish.isFolded) ? dish : { ...dish, isFolded }
  })
}
