import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishRow, DishToday } from './repo.ts'

/** The public form of a dish. A `soldOutUntil` in the past becomes null. */
export function dishView({ categoryIsActive, soldOutUntil, ...dish }: DishRow, now: Date): MenuItem {
  return { ...dish, soldOutUntil: soldOutUntil && soldOutUntil > now ? soldOutUntil.toISOString() : null }
}

/** The entry for a dish in an error response; with the dish's name only if the caller can see the dish. */
export function unavailableDish(
  menuItemId: number,
  dish: DishToday | undefined,
  seesHidden: boolean,
): { menuItemId: number; name?: string } {
  return dish && (dish.isShown || seesHidden) ? { menuItemId, name: dish.name } : { menuItemId }
}
