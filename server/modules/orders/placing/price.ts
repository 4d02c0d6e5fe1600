import { type DishToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { linesTotal } from '#shared/domain/money.ts'
import type { NewLine } from '../repo.ts'

export interface DishToOrder {
  menuItemId: number
  quantity: number
  notes: string | null
  /** Who wanted it, where several order together. */
  guestName?: string
}

/**
 * The lines of an order with today's names and prices, and their total in minor units.
 * @param seesHidden whether the caller sees hidden dishes as well: a refusal names only what the caller sees
 * @throws AppError `item_unavailable` naming what cannot be ordered; `price_changed` with today's prices when the guest
 *   was shown another total
 */
export function priceOrder(
  today: ReadonlyMap<number, DishToday>,
  { items, total: shown, seesHidden }: { items: DishToOrder[]; total: number | undefined; seesHidden: boolean },
): { lines: NewLine[]; total: number } {
  const unavailable = new Map<number, ReturnType<typeof unavailableDish>>()
  const lines: NewLine[] = []
  for (const { menuItemId, quantity, notes, guestName = null } of items) {
    const dish = today.get(menuItemId)
    if (!dish?.isOrderable) unavailable.set(menuItemId, unavailableDish(menuItemId, dish, seesHidden))
    else lines.push({ menuItemId, quantity, notes, guestName, name: dish.name, nameRo: dish.nameRo, price: dish.price })
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  const total = linesTotal(lines)
  if (shown !== undefined && total !== shown) {
    throw new AppError('price_changed', {
      total,
      prices: [...today.values()].map(({ id, price }) => ({ menuItemId: id, price })),
    })
  }
  return { lines, total }
}
