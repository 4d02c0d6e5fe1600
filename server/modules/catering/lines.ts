import type { FoundDish } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { EventInput, EventLine } from '#shared/contracts/catering.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'

/**
 * The lines of a new event with the names and allergens of today, and today's prices where none were given
 * (docs/product.md#catering-frozen).
 * @throws AppError `item_unavailable` naming the dishes that are not there (any more) and came without name and price
 */
export function linesToKeep(
  items: EventInput['items'],
  dishes: ReadonlyMap<number, FoundDish>,
): Omit<EventLine, 'id'>[] {
  const unavailable = new Map<number, { menuItemId: number; name?: string }>()
  const lines: Omit<EventLine, 'id'>[] = []
  for (const { menuItemId, quantity, name, priceAtTimeOfEvent: given } of items) {
    const dish = dishes.get(menuItemId)
    const price = given ?? dish?.price
    const called = dish?.name ?? name
    if (price === undefined || price > MAX_PRICE || !called) {
      unavailable.set(menuItemId, { menuItemId, ...(called && { name: called }) })
      continue
    }
    lines.push({
      menuItemId: dish?.id ?? null,
      quantity,
      name: called,
      nameRo: dish?.nameRo ?? '',
      priceAtTimeOfEvent: price,
      allergenCodes: dish?.allergenCodes ?? [],
      allergens: dish?.allergens ?? null,
    })
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  return lines
}
