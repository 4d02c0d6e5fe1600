import { eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isAheadSql, locking, statement, type Tx } from '#server/db/index.ts'
import { dishPortions, menuItems } from '#server/db/schema/index.ts'
import { LONGEST_MARK_MS } from '#shared/domain/menu/options.ts'

/* Portions and sold-out dishes (docs/product/menu.md#menu-portions). The expressions refer to `menu_items`. */

const LEFT = '(select portions_left from dish_portions where menu_item_id = menu_items.id)'

/** SQL: the portions left; null for a dish that does not count them. Valid until `portionsUntil`. */
export const portionsLeftSql = sql<number | null>`${sql.raw(
  `case when menu_items.portions_until is not null then greatest(${LEFT}, 0) end`,
)}`

/** SQL: until when a dish is sold out, including for lack of portions; null or in the past if it is not. */
export const soldOutUntilSql = sql<Date | null>`${sql.raw(`case
  when menu_items.portions_until is not null and ${LEFT} <= 0 then greatest(menu_items.sold_out_until, menu_items.portions_until)
  else menu_items.sold_out_until end`)}`.mapWith(menuItems.soldOutUntil)

/** SQL condition: `isMarkedAt` of a column (shared/domain/menu/options.ts). */
export function isMarkedSql(until: SQLWrapper, now: Date | Placeholder): SQL<boolean> {
  return sql`coalesce(${isAheadSql(until, now, LONGEST_MARK_MS)}, false)`
}

/** Counts the portions of a dish from now on. The menu must be locked. */
export async function writePortions(tx: Tx, id: number, portionsLeft: number, portionsUntil: Date): Promise<void> {
  const set = { portionsLeft }
  await tx.update(menuItems).set({ portionsUntil }).where(eq(menuItems.id, id))
  await locking(tx, dishPortions)
    .insert(dishPortions)
    .values({ menuItemId: id, ...set })
    .onConflictDoUpdate({ target: dishPortions.menuItemId, set })
}

/** Stops counting the portions of a dish. The menu must be locked. */
export async function deletePortions(tx: Tx, id: number): Promise<void> {
  await tx.update(menuItems).set({ portionsUntil: null }).where(eq(menuItems.id, id))
  await locking(tx, dishPortions).delete(dishPortions).where(eq(dishPortions.menuItemId, id))
}

const lockRows = statement<{ ids: readonly number[] }>(
  'lock_portions',
  ({ ids }) => `select from dish_portions where menu_item_id = any(${ids}::bigint[]) order by menu_item_id for update`,
)

/** Locks the remaining portions of dishes until the transaction ends. */
export const lockPortions = (tx: Tx, ids: readonly number[]) => lockRows(locking(tx, dishPortions), { ids })

const change = statement<Record<'ids' | 'counts' | 'untils', unknown[]>>(
  'change_portions',
  ({ ids, counts, untils }) => `with locked as materialized (
      select dish_portions.menu_item_id, given.portions
      from dish_portions join menu_items on menu_items.id = menu_item_id
      join unnest(${ids}::bigint[], ${counts}::int[], ${untils}::timestamptz[]) as given (id, portions, until)
        on given.id = menu_item_id and given.until = portions_until
      order by 1 for update of dish_portions
    )
    update dish_portions set portions_left = portions_left + locked.portions
    from locked where dish_portions.menu_item_id = locked.menu_item_id`,
)

/** A line with its dish, and until when its portions are counted; null if it took none. */
export interface CountedLine {
  menuItemId: number | null
  portionsUntil: Date | null
}

/** Sums the portions that the lines take of each dish that counts them, by the dish's id. */
export function portionsOf(lines: readonly (CountedLine & { quantity: number })[]) {
  const counts = new Map<number, { count: number; until: Date }>()
  for (const { menuItemId, portionsUntil, quantity } of lines) {
    if (menuItemId === null || portionsUntil === null) continue
    counts.set(menuItemId, { count: (counts.get(menuItemId)?.count ?? 0) + quantity, until: portionsUntil })
  }
  return counts
}

/**
 * Gives back the portions that lines took, unless their count has ended meanwhile.
 * @param lines each with the quantity to give back; a negative one is taken again, whether or not any is left
 */
export async function givePortionsBack(tx: Tx, lines: Parameters<typeof portionsOf>[0]): Promise<void> {
  const given = [...portionsOf(lines)]
  if (given.length === 0) return
  await change(locking(tx, dishPortions), {
    ids: given.map(([id]) => id),
    counts: given.map(([, { count }]) => count),
    untils: given.map(([, { until }]) => until),
  })
}
