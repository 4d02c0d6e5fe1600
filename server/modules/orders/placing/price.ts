import { type DishToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { type Station, stationIdOf } from '#shared/domain/stations.ts'
import type { NewLine } from './place-repo.ts'

export interface DishToOrder {
  menuItemId: number
  quantity: number
  notes: string | null
  /** The guest who wanted the dish, if several order together; the floor may also name a seat. */
  guestName?: string | null
}

/**
 * Returns the lines of an order with today's names, prices and stations, and their total in minor units.
 * @param seesHidden whether the caller also sees hidden dishes: an error names only dishes that the caller sees
 * @throws AppError `item_unavailable` with the dishes that cannot be ordered; `price_changed` with today's prices if
 * the guest saw another total
 */
export function priceOrder(
  dishById: ReadonlyMap<number, DishToday>,
  stations: readonly Station[],
  { items, total: shownTotal, seesHidden }: { items: DishToOrder[]; total: number | undefined; seesHidden: boolean },
): { lines: NewLine[]; total: number } {
  const unavailable = new Map<number, ReturnType<typeof unavailableDish>>()
  const lines: NewLine[] = []
  for (const { menuItemId, quantity, notes, guestName = null } of items) {
    const dish = dishById.get(menuItemId)
    if (!dish?.isOrderable) unavailable.set(menuItemId, unavailableDish(menuItemId, dish, seesHidden))
    else {
      const { name, nameRo, price } = dish
      const stationId = stationIdOf(stations, dish.stationId)
      lines.push({ menuItemId, quantity, notes, guestName, name, nameRo, price, stationId })
    }
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  const total = linesTotal(lines)
  if (shownTotal !== undefined && total !== shownTotal) {
    throw new AppError('price_changed', {
      total,
      prices: [...dishById.values()].map(({ id, price }) => ({ menuItemId: id, price })),
    })
  }
  return { lines, total }
}
