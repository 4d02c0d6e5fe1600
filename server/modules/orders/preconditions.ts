import { LRUCache } from 'lru-cache'
import type { Tx } from '#server/db/index.ts'
import {
  type DishToday,
  dishesToday,
  existingOptions,
  type GroupRow,
  groupsOfDishes,
} from '#server/modules/menu/index.ts'
import { findTableToOrderAt, type TableToOrderAt } from '#server/modules/occupancy/index.ts'
import { lockTakenSlots, type TakenSlots } from '#server/modules/pickup/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import type { OrderToPlace, Preconditions } from './price.ts'

type Needed = Pick<OrderToPlace, 'items' | 'tableId' | 'diningOption' | 'pickupAt'>

const NONE_TAKEN: TakenSlots = new Map()

/** The moment by which an order is judged: when it is picked up, or now. */
export const judgedAt = ({ pickupAt }: Pick<Needed, 'pickupAt'>, now: Date) => (pickupAt ? new Date(pickupAt) : now)

/** Whether an order has a time if orders that are taken away have one. */
export const isTakenAway = ({ tableId, diningOption }: Pick<Needed, 'tableId' | 'diningOption'>) =>
  tableId === null && diningOption === 'takeaway'

const idsOf = ({ items }: Needed) => [...new Set(items.map(({ menuItemId }) => menuItemId))]
const optionIdsOf = ({ items }: Needed) => [...new Set(items.flatMap(({ options = [] }) => options))]

/** Reads what an order depends on, in one round trip; in two if it has options that name dishes. */
export async function readPreconditions(db: Tx, needed: Needed, now: Date): Promise<Preconditions> {
  const at = judgedAt(needed, now)
  const ids = idsOf(needed)
  const optionIds = optionIdsOf(needed)
  const [settings, dishes, groups, options, table, taken] = await Promise.all([
    readSettings(db),
    dishesToday(db, ids, at),
    groupsOfDishes(db, ids),
    optionIds.length > 0 ? existingOptions(db, optionIds) : [],
    needed.tableId === null ? undefined : findTableToOrderAt(db, needed.tableId),
    isTakenAway(needed) ? lockTakenSlots(db, now) : NONE_TAKEN,
  ])
  const namedIds = options.flatMap(({ menuItemId }) =>
    menuItemId === null || dishes.has(menuItemId) ? [] : menuItemId,
  )
  if (namedIds.length > 0) for (const [id, dish] of await dishesToday(db, namedIds, at)) dishes.set(id, dish)
  return { settings, dishes, groups, existingOptionIds: new Set(options.map(({ id }) => id)), table, taken }
}

/** The most dishes and tables that are remembered; the least recently ordered are forgotten first. */
const MAX_REMEMBERED = 10_000

/**
 * What earlier orders depended on. It may be outdated: an order that is based on it is only written if the database
 * still agrees (docs/decisions/031-an-order-in-one-statement.md).
 */
export class RememberedPreconditions {
  #settings: ReadSettings | undefined
  #taken: TakenSlots = NONE_TAKEN
  readonly #groups = new LRUCache<number, GroupRow>({ max: MAX_REMEMBERED })
  readonly #dishes = new LRUCache<number, DishToday>({ max: MAX_REMEMBERED })
  readonly #tables = new LRUCache<number, TableToOrderAt>({ max: MAX_REMEMBERED })

  remember(tableId: number | null, { settings, dishes, groups, table, taken }: Preconditions, now: Date): void {
    this.#settings = settings
    this.#taken = taken
    for (const [id, group] of groups) this.#groups.set(id, group)
    // An order for later can have a dish that is sold out today, and the next order cannot.
    for (const [id, dish] of dishes)
      if (dish.soldOutUntil === null || dish.soldOutUntil <= now) this.#dishes.set(id, dish)
    if (tableId !== null && table) this.#tables.set(tableId, table)
  }

  /** Undefined if not all of it is known. */
  recall(needed: Needed): Preconditions | undefined {
    const settings = this.#settings
    if (!settings) return undefined
    const dishes = recallAll(this.#dishes, idsOf(needed))
    const groups =
      dishes &&
      recallAll(
        this.#groups,
        [...dishes.values()].flatMap(({ optionGroupIds }) => optionGroupIds),
      )
    if (!groups) return undefined
    const options = [...groups.values()].flatMap((group) => group.options)
    const chosen = new Set(optionIdsOf(needed))
    const namedIds = options.flatMap(({ id, menuItemId }) => (menuItemId !== null && chosen.has(id) ? menuItemId : []))
    const named = recallAll(this.#dishes, namedIds)
    if (!named) return undefined
    for (const [id, dish] of named) dishes.set(id, dish)
    const table = needed.tableId === null ? undefined : this.#tables.get(needed.tableId)
    if (needed.tableId !== null && !table) return undefined
    return {
      settings,
      dishes,
      groups,
      existingOptionIds: new Set(options.map(({ id }) => id)),
      table,
      taken: this.#taken,
    }
  }
}

/** What is remembered under these ids; undefined if not all of it is. */
function recallAll<Row extends object>(
  remembered: LRUCache<number, Row>,
  ids: readonly number[],
): Map<number, Row> | undefined {
  const rows = new Map<number, Row>()
  for (const id of ids) {
    const row = remembered.get(id)
    if (!row) return undefined
    rows.set(id, row)
  }
  return rows
}
