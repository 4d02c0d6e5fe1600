import * as z from 'zod/mini'
import { price as priceSchema } from '#shared/contracts/base/fields.ts'
import type { BulkChange, DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { RequestedDish } from '../plan.ts'
import type { StoredDish } from './cells.ts'
import { changedPrice } from './price-change.ts'
import { type RowError, UNKNOWN_ID } from './row-error.ts'

/**
 * Converts a bulk change into requested dishes; `line` is the position of the id, from 1
 * (docs/product/menu.md#menu-bulk).
 */
export function requestBulkChange(
  ids: readonly number[],
  change: BulkChange,
  dishes: readonly StoredDish[],
): { requests: RequestedDish[]; errors: RowError[] } {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  const seenIds = new Set<number>()
  for (const [i, id] of ids.entries()) {
    // A repeated id is changed once: a price must not rise twice.
    if (seenIds.has(id)) continue
    seenIds.add(id)
    const line = i + 1
    const stored = byId.get(id)
    if (!stored) {
      errors.push({ line, column: 'id', messageKey: UNKNOWN_ID })
      continue
    }
    const dish = changed(stored, change)
    const parsed = z.safeParse(priceSchema, dish.price)
    const messageKey = parsed.error?.issues[0]?.message
    if (messageKey === undefined) requests.push({ line, id, dish, categoryRo: undefined })
    else errors.push({ line, column: 'price', messageKey })
  }
  return { requests, errors }
}

function changed(dish: StoredDish, change: BulkChange): DishInput {
  return 'price' in change ? { ...dish, price: changedPrice(dish.price, change.price) } : { ...dish, ...change }
}
