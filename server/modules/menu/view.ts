import type { MenuItem } from '#shared/contracts/menu.ts'
import type { DishRow, DishToday } from './repo.ts'

/** A dish as it leaves the server: one that was sold out until a moment that has passed can be ordered again. */
export function dishView({ categoryIsActive, soldOutUntil, ...dish }: DishRow, now: Date): MenuItem {
  return { ...dish, soldOutUntil: soldOutUntil && soldOutUntil > now ? soldOutUntil.toISOString() : null }
}

/** A dish that cannot be ordered, for a refusal: with its name only for callers who see it on the menu. */
export function unavailableDish(
  menuItemId: number,
  dish: DishToday | undefined,
  seesHidden: boolean,
): { menuItemId: number; name?: string } {
  return dish && (dish.isShown || seesHidden) ? { menuItemId, name: dish.name } : { menuItemId }
}
