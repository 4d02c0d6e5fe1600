import { sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import type { Currency } from '#shared/domain/money.ts'
import type { ORDERED_DINING_OPTIONS } from '#shared/domain/orders/order.ts'
import { weekdayOf } from '#shared/domain/time/local-time.ts'

/** Resolution of the time to ready, in seconds. */
export const READY_STEP_S = 10
/** The last step in seconds. It contains all longer times: those orders were set to ready too late. */
const READY_LAST_STEP_S = 24 * 60 * 60

/** Sums over the orders of some business days. Each row is an array, so that field names are not repeated. */
export interface Sums {
  /** `day` counts the days of the period from 0. */
  days: [Currency, day: number, orders: number, amount: number][]
  hours: [Currency, weekday: number, hour: number, orders: number, amount: number][]
  tables: [
    Currency,
    option: (typeof ORDERED_DINING_OPTIONS)[number],
    tableNumber: number | null,
    orders: number,
    amount: number,
  ][]
  /** The number of orders by time until ready; the key is the second at which its step begins. */
  ready: [Currency, step: number, orders: number][]
  /** A user's cancelled orders with their totals; and portions taken off other orders, with their amount. */
  users: [Currency, username: string | null, orders: number, amount: number, removed: number, removedAmount: number][]
  takenOff: [Currency, removed: number, amount: number][]
  /** `key` is the id of a dish that still exists, otherwise its names (docs/product/reports.md#reports-by). */
  dishes: [
    Currency,
    key: string,
    name: string,
    nameRo: string,
    quantity: number,
    revenue: number,
    partQuantity: number,
    partRevenue: number,
  ][]
  /** By rule, portions of dishes without their parts. */
  reductions: [Currency, ruleId: number, name: string, nameRo: string, count: number, amount: number][]
  /** A fee has no group, so its group is empty. */
  options: [Currency, group: string, groupRo: string, name: string, nameRo: string, quantity: number, revenue: number][]
}

/** The number of days per statement: even on a busy machine, none comes near the statement timeout. */
const DAYS_AT_ONCE = 92

/** Sums the orders of business days. @param from the first one @param starts of them, and the end of the last one */
export async function readSums(db: Reader, from: string, starts: number[], timeZone: string): Promise<Sums> {
  const clock = { weekday: weekdayOf(from), timeZone }
  const pieces: Sums[] = []
  for (let first = 0; first < starts.length - 1; first += DAYS_AT_ONCE)
    pieces.push(await readPiece(db, starts.slice(first, first + DAYS_AT_ONCE + 1), { ...clock, first }))
  return addUp(pieces)
}

/** The number of columns by which each row is grouped; the others are sums. */
const KEYS = { days: 2, hours: 3, tables: 3, ready: 2, users: 2, takenOff: 1, dishes: 2, options: 5, reductions: 2 }

/** Adds up consecutive pieces. A dish keeps its latest names. */
function addUp(pieces: Sums[]): Sums {
  const added = Object.entries(KEYS).map(([name, keys]) => {
    const rows = new Map<string, unknown[]>()
    for (const row of pieces.flatMap((piece): unknown[][] => piece[name as keyof Sums])) {
      const key = JSON.stringify(row.slice(0, keys))
      const known = rows.get(key)
      const add = (value: unknown, i: number) =>
        known && i >= keys && typeof value === 'number' ? value + (known[i] as number) : value
      rows.set(key, row.map(add))
    }
    return [name, [...rows.values()]]
  })
  return Object.fromEntries(added)
}

interface Clock {
  timeZone: string
  /** The weekday on which the whole period begins. */
  weekday: number
  /** The index of the piece's first day within the period. */
  first: number
}

async function readPiece(db: Reader, starts: number[], { timeZone, weekday, first }: Clock): Promise<Sums> {
  const at = (ms = 0) => new Date(ms).toISOString()
  const isWithin = sql`created_at >= ${at(starts[0])} and created_at < ${at(starts.at(-1))}`
  // With these ids, PostgreSQL does not read the lines of all years.
  const [ids] = (
    await db.execute<{ first: string | null; last: string | null }>(
      sql`select min(id)::text as first, max(id)::text as last from orders where ${isWithin}`,
    )
  ).rows
  const { rows } = await db.execute<Sums & Record<string, unknown>>(sql`
    with placed as materialized (
      select id, currency, status = 'cancelled' as cancelled, total, dining_option, table_number, created_at,
        width_bucket(date_part('epoch', created_at), ${`{${starts.map((ms) => ms / 1000).join(',')}}`}::float8[]) - 1 + ${first}::int as day,
        case when isfinite(ready_at) then
          least(greatest(floor(date_part('epoch', ready_at - created_at) / ${READY_STEP_S}), 0) * ${READY_STEP_S}, ${READY_LAST_STEP_S})
        end as step,
        case when jsonb_array_length(tickets) > 1 then tickets end as slips
      from orders where ${isWithin} and not is_test
    ), counting as materialized (
      select * from placed where not cancelled
    ), by_day as (
      select currency, day, count(*) as orders, sum(total) as amount from counting group by 1, 2
    ), by_hour as (
      select currency, (day + ${weekday - 1}::int) % 7 + 1 as weekday,
        extract(hour from created_at at time zone ${timeZone}) as hour, count(*) as orders, sum(total) as amount
      from counting group by 1, 2, 3
    ), by_table as (
      select currency, dining_option, table_number, count(*) as orders, sum(total) as amount from counting group by 1, 2, 3
    ), by_step as (
      select currency, step, count(*) as orders from counting where step is not null group by 1, 2
    ), lines as not materialized (
      select currency, created_at, order_items.* from counting join order_items on order_id = counting.id
      where order_id between ${ids?.first ?? 0}::bigint and ${ids?.last ?? 0}::bigint
    ), by_name as materialized (
      select currency, menu_item_id, name, name_ro, cooked or part_of is null as is_dish,
        sum(quantity) as quantity, sum(quantity * price::numeric) as revenue,
        sum(removed_quantity) as removed, sum(removed_quantity * price::numeric) as removed_amount, max(created_at) as last_at,
        coalesce(sum(quantity) filter (where part_of is not null), 0) as part_quantity,
        coalesce(sum(quantity * price::numeric) filter (where part_of is not null), 0) as part_revenue
      from lines group by 1, 2, 3, 4, 5
    ), taken_off as (
      select currency, sum(removed) as removed, sum(removed_amount) as amount from by_name group by 1
    ), by_dish as (
      select currency, coalesce(menu_items.id::text, json_build_array(by_name.name, by_name.name_ro)::text) as key,
        (array_agg(by_name.name order by last_at desc))[1] as name,
        (array_agg(by_name.name_ro order by last_at desc))[1] as name_ro,
        sum(quantity) as quantity, sum(revenue) as revenue, sum(part_quantity) as part_quantity, sum(part_revenue) as part_revenue
      from by_name left join menu_items on menu_items.id = menu_item_id where is_dish and quantity > 0 group by 1, 2
    ), by_option as (
      select currency, group_name, group_name_ro, name, name_ro, sum(quantity) as quantity, sum(revenue) as revenue
      from (
        select currency, option ->> 'group' as group_name, option ->> 'groupRo' as group_name_ro,
          option ->> 'name' as name, option ->> 'nameRo' as name_ro, quantity * (option ->> 'quantity')::int as quantity,
          quantity * (option ->> 'quantity')::int * (option ->> 'price')::bigint as revenue
        from lines, jsonb_array_elements(options) option where options <> '[]' and quantity > 0
        union all
        select currency, '', '', name, name_ro, quantity, revenue from by_name where not is_dish and quantity > 0
      ) sold group by 1, 2, 3, 4, 5
    ), by_rule as (
      select currency, rule -> 'id' as rule_id, (array_agg(rule ->> 'name' order by order_items.id desc))[1] as name,
        (array_agg(rule ->> 'nameRo' order by order_items.id desc))[1] as name_ro,
        coalesce(sum(quantity) filter (where part_of is null), 0) as count, sum((list_price::numeric - price) * quantity) as amount
      from counting join order_items on order_id = counting.id
      where order_id between ${ids?.first ?? 0}::bigint and ${ids?.last ?? 0}::bigint and rule is not null group by 1, 2
    ), by_user as (
      select currency, username, sum(orders) as orders, sum(amount) as amount, sum(removed) as removed,
        sum(removed * price::numeric) as removed_amount
      from (
        select currency, (
            select username from order_status_changes where order_id = placed.id and status = 'cancelled'
            order by order_status_changes.id desc limit 1
          ) as username, 1 as orders, total as amount, 0 as removed, 0 as price
        from placed where cancelled
        union all
        select currency, slip ->> 'username', 0, 0, (slip ->> 'quantity')::int,
          (select price from order_items where order_items.id = (slip ->> 'itemId')::bigint)
        from counting, jsonb_array_elements(slips) slip where slip ->> 'kind' = 'removal'
      ) taken_back group by 1, 2
    )
    select ${listOf('by_day', 'currency, day, orders, amount')} as days,
      ${listOf('by_hour', 'currency, weekday, hour, orders, amount')} as hours,
      ${listOf('by_table', 'currency, dining_option, table_number, orders, amount')} as tables,
      ${listOf('by_step', 'currency, step, orders')} as ready,
      ${listOf('by_user', 'currency, username, orders, amount, removed, removed_amount')} as users,
      ${listOf('taken_off', 'currency, removed, amount')} as "takenOff",
      ${listOf('by_dish', 'currency, key, name, name_ro, quantity, revenue, part_quantity, part_revenue')} as dishes,
      ${listOf('by_option', 'currency, group_name, group_name_ro, name, name_ro, quantity, revenue')} as options,
      ${listOf('by_rule', 'currency, rule_id, name, name_ro, count, amount')} as reductions
  `)
  const [sums] = rows
  if (!sums) throw new Error('a report has no sums')
  return sums
}

function listOf(table: string, columns: string) {
  return sql.raw(`(select coalesce(json_agg(json_build_array(${columns})), '[]') from ${table})`)
}
