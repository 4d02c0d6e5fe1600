import { LRUCache } from 'lru-cache'
import type { Reader } from '#server/db/index.ts'
import { type DishToday, dishesToday } from '#server/modules/menu/index.ts'
import { findTableToOrderAt, type TableToOrderAt } from '#server/modules/occupancy/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import type { OrderToPlace, Preconditions } from './draft.ts'

type Needed = Pick<OrderToPlace, 'items' | 'tableId'>

const idsOf = ({ items }: Needed) => [...new Set(items.map(({ menuItemId }) => menuItemId))]

/** Reads what an order depends on, in one round trip. */
export async function readPreconditions(db: Reader, needed: Needed, now: Date): Promise<Preconditions> {
  const [settings, dishes, table] = await Promise.all([
    readSettings(db),
    dishesToday(db, idsOf(needed), now),
    needed.tableId === null ? undefined : findTableToOrderAt(db, needed.tableId),
  ])
  return { settings, dishes, table }
}

/** The most dishes and tables that are remembered; the least recently ordered are forgotten first. */
const MAX_REMEMBERED = 10_000

/**
 * What earlier orders depended on. It may be outdated: an order that is based on it is only written if the database
 * still agrees (docs/decisions/031-an-order-in-one-statement.md).
 */
export class RememberedPreconditions {
  #settings: ReadSettings | undefined
  readonly #dishes = new LRUCache<number, DishToday>({ max: MAX_REMEMBERED })
  readonly #tables = new LRUCache<number, TableToOrderAt>({ max: MAX_REMEMBERED })

  remember(tableId: number | null, { settings, dishes, table }: Preconditions): void {
    this.#settings = settings
    for (const [id, dish] of dishes) this.#dishes.set(id, dish)
    if (tableId !== null && table) this.#tables.set(tableId, table)
  }

  /** Undefined if not all of it is known. */
  recall(needed: Needed): Preconditions | undefined {
    const settings = this.#settings
    if (!settings) return undefined
    const dishes = new Map<number, DishToday>()
    for (const id of idsOf(needed)) {
      const dish = this.#dishes.get(id)
      if (!dish) return undefined
      dishes.set(id, dish)
    }
    const table = needed.tableId === null ? undefined : this.#tables.get(needed.tableId)
    return needed.tableId !== null && !table ? undefined : { settings, dishes, table }
  }
}
