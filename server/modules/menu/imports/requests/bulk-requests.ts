import * as z from 'zod/mini'
import { price as priceSchema } from '#shared/contracts/fields.ts'
import type { BulkChange, DishInput } from '#shared/contracts/menu-editing.ts'
import type { RequestedDish } from '../plan.ts'
import type { KnownDish } from './cells.ts'
import { type Fault, UNKNOWN_ID } from './fault.ts'
import { changedPrice } from './price-change.ts'

/** What a change of several dishes asks for; a line is the place of an id (docs/product.md#menu-bulk). */
export function requestBulkChange(
  ids: readonly number[],
  change: BulkChange,
  dishes: readonly KnownDish[],
): { wishes: RequestedDish[]; faults: Fault[] } {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const wishes: RequestedDish[] = []
  const faults: Fault[] = []
  const seen = new Set<number>()
  for (const [i, id] of ids.entries()) {
    // Once is meant, also where a price rises.
    if (seen.has(id)) continue
    seen.add(id)
    const line = i + 1
    const known = byId.get(id)
    if (!known) {
      faults.push({ line, column: 'id', wording: UNKNOWN_ID })
      continue
    }
    const dish = changed(known, change)
    const judged = z.safeParse(priceSchema, dish.price)
    const wording = judged.error?.issues[0]?.message
    if (wording === undefined) wishes.push({ line, id, dish, categoryRo: undefined })
    else faults.push({ line, column: 'price', wording })
  }
  return { wishes, faults }
}

function changed(dish: KnownDish, change: BulkChange): DishInput {
  return 'price' in change ? { ...dish, price: changedPrice(dish.price, change.price) } : { ...dish, ...change }
}
