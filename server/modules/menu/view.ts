import type { MenuItem } from '#shared/contracts/menu.ts'
import type { DishRow } from './repo.ts'

/** A dish as it leaves the server: one that was sold out until a moment that has passed can be ordered again. */
export function dishView({ categoryIsActive, soldOutUntil, ...dish }: DishRow, now: Date): MenuItem {
  return { ...dish, soldOutUntil: soldOutUntil && soldOutUntil > now ? soldOutUntil.toISOString() : null }
}
