import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import { onlyOf, type Reader, statement } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'
import { isInKitchen, OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { Origin } from './origin.ts'

/* What the unproven orders of one origin hold (docs/product/orders.md#orders-proven). */

const { id, origin, status, tableId, isProven } = orders
const isOpen = inArray(status, [...OPEN_STATUSES])
const HOLDING = OPEN_STATUSES.filter(isInKitchen)
const listed = (statuses: readonly string[]) => statuses.map((each) => `'${each}'`).join()

interface Held extends Pick<Origin, 'keys' | 'times'> {
  phoneNumber: string
  now: Date
  /** How many slots the orders of one address, and of one phone number, may hold. */
  most: number
}

const exceedsMost = statement<Held, { exceeds: boolean }>(
  'holds_most',
  ({ keys, times, phoneNumber, now, most }) => `
  with held (origin, phone_number) as (
    select origin, phone_number from orders
    where origin is not null and (origin && ${keys}::int[] or phone_number = ${phoneNumber}) and (
      status in (${listed(HOLDING)}) and pickup_at >= ${now}::timestamptz
      or pickup_at is not null and created_at between ${now}::timestamptz - interval '10 minutes'
        and ${now}::timestamptz + interval '1 minute')
  )
  select (select count(*) from held where phone_number = ${phoneNumber}) >= ${most}::int or exists (
    select from unnest(${keys}::int[], ${times}::int[]) as network (key, times)
    where (select count(*) from held where network.key = any(origin)) >= ${most}::int * network.times
  ) as exceeds`,
)

/** Whether an address or a phone number may take no further slot: those that it holds or took lately count. */
export async function holdsMost(db: Reader, held: Held): Promise<boolean> {
  return (await onlyOf(exceedsMost(db, held))).exceeds
}

/** Counts the open unproven orders at a table. */
export async function countUnprovenAt(db: Reader, table: number): Promise<number> {
  return db.$count(orders, and(eq(tableId, table), not(isProven), isOpen))
}

/** The portions of a dish that open unproven orders took, and how many times the usual number this key may have. */
export interface TakenPortions {
  menuItemId: number
  times: number
  taken: number
}

/** @param placed SQL for the ids of orders, each with the `times` of the key that they are counted for */
const takenSql = ({ ids, now }: Record<'ids' | 'now', string>, placed: string) => `
  select item.menu_item_id::int as "menuItemId", times, sum(item.quantity)::int as taken
  from (${placed} and not is_proven and status in (${listed(OPEN_STATUSES)})) placed
  join order_items item on item.order_id = placed.id
  where item.menu_item_id = any(${ids}::bigint[]) and item.portions_until > ${now}::timestamptz
  group by item.menu_item_id, times`

interface ToCount {
  ids: readonly number[]
  now: Date
}

/** The portions that the open unproven orders at a table took. */
export const takenAtTable = statement<ToCount & { tableId: number }, TakenPortions>('taken_at_table', (params) =>
  takenSql(params, `select id, 1 as times from orders where table_id = ${params.tableId}::bigint`),
)

/** The portions that the open orders without a table of an origin took, by each of its keys. */
export const takenByOrigin = statement<ToCount & Pick<Origin, 'keys' | 'times'>, TakenPortions>(
  'taken_by_origin',
  (params) =>
    takenSql(
      params,
      `select orders.id, times from unnest(${params.keys}::int[], ${params.times}::int[]) as network (key, times)
      join orders on origin @> array[key] where table_id is null`,
    ),
)

/** Lists the unproven orders in the kitchen that came from the same address as this one, or its /56, and their versions. */
export async function listOfOrigin(db: Reader, order: number): Promise<{ id: number; version: number }[]> {
  const household = db
    .select({ keys: sql`${origin}[1:2]` })
    .from(orders)
    .where(eq(id, order))
  const isOfOrigin = or(eq(id, order), sql`${origin} && (${household})`)
  return db
    .select({ id, version: orders.version })
    .from(orders)
    .where(and(not(isProven), inArray(status, HOLDING), isOfOrigin))
    .orderBy(id)
}
