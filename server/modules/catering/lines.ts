import type { FoundDish } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { EventInput, EventLine } from '#shared/contracts/catering.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'

/**
 * The lines of a new event with current names and allergens, and with current prices if none were sent
 * (docs/product/catering.md#catering-frozen).
 * @throws AppError `item_unavailable` with the dishes that do not exist (any more) and were sent without name or price
 */
export function newEventLines(
  items: EventInput['items'],
  dishes: ReadonlyMap<number, FoundDish>,
): Omit<EventLine, 'id'>[] {
  const unavailable = new Map<number, { menuItemId: number; name?: string }>()
  const lines: Omit<EventLine, 'id'>[] = []
  for (const { menuItemId, quantity, name, priceAtTimeOfEvent: sentPrice } of items) {
    const dish = dishes.get(menuItemId)
    const price = sentPrice ?? dish?.price
    const lineName = dish?.name ?? name
    if (price === undefined || price > MAX_PRICE || !lineName) {
      unavailable.set(menuItemId, { menuItemId, ...(lineName && { name: lineName }) })
      continue
    }
    lines.push({
      menuItemId: dish?.id ?? null,
      quantity,
      name: lineName,
      nameRo: dish?.nameRo ?? '',
      priceAtTimeOfEvent: price,
      allergenCodes: dish?.allergenCodes ?? [],
      allergens: dish?.allergens ?? null,
      allergensChecked: dish?.allergensChecked ?? null,
    })
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  return lines
}
