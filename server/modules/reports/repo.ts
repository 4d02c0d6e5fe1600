import { inArray, max, min, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { menuItems, orders, reportMonths } from '#server/db/schema/index.ts'
import type { Currency } from '#shared/domain/money.ts'
import type { ORDERED_DINING_OPTIONS } from '#shared/domain/orders/order.ts'
import { weekdayOf } from '#shared/domain/time/local-time.ts'
import type { BusinessDaySettings, HourSlot } from './days.ts'
import { addPair, emptySums, READY_LAST_STEP_S, READY_STEP_S, type Sums, type SumsByCurrency } from './report.ts'

export async function findOrderRange(db: Reader): Promise<{ first: Date; last: Date } | undefined> {
  const [row] = await db.select({ first: min(orders.createdAt), last: max(orders.createdAt) }).from(orders)
  return row?.first && row.last ? { first: row.first, last: row.last } : undefined
}

export async function listDishIds(db: Reader): Promise<Set<number>> {
  const rows = await db.select({ id: menuItems.id }).from(menuItems)
  return new Set(rows.map(({ id }) => id))
}

/** The query result of `readSums`: each row as an array, so that field names are not repeated. */
type CountedRows = {
  slots: [currency: Currency, slot: number, cancelled: boolean, orders: number, amount: number][]
  tables: [
    Currency,
    option: (typeof ORDERED_DINING_OPTIONS)[number],
    tableNumber: number | null,
    orders: number,
    amount: number,
  ][]
  ready: [Currency, step: number, orders: number][]
  users: [
    Currency,
    username: string | null,
    cancelled: number,
    cancelledAmount: number,
    takenOff: number,
    takenOffAmount: number,
  ][]
  dishes: [
    Currency,
    id: number | null,
    name: string,
    nameRo: string,
    quantity: number,
    revenue: number,
    takenOff: number,
    takenOffAmount: number,
    lastAt: number,
    partQuantity: number,
    partRevenue: number,
    isDish: boolean,
  ][]
  options: [Currency, group: string, groupRo: string, name: string, nameRo: string, quantity: number, revenue: number][]
}

/** @param slots consecutive, without gaps @param endsAt end of the last slot */
export async function readSums(db: Reader, slots: readonly HourSlot[], endsAt: Date): Promise<SumsByCurrency> {
  const [first] = slots
  if (!first) return {}
  const starts = `{${slots.map(({ startsAt }) => startsAt.getTime() / 1000).join(',')}}`
  const { rows } = await db.execute<CountedRows>(sql`
    with placed as materialized (
      select id, currency, status = 'cancelled' as cancelled, total, dining_option, table_number, created_at,
        width_bucket(date_part('epoch', created_at), ${starts}::float8[]) - 1 as slot,
        case when ready_at is not null then
          least(greatest(floor(date_part('epoch', ready_at - created_at) / ${READY_STEP_S}), 0) * ${READY_STEP_S}, ${READY_LAST_STEP_S})
        end as step,
        case when jsonb_array_length(tickets) > 1 then tickets end as slips
      from orders where created_at >= ${first.startsAt.toISOString()} and created_at < ${endsAt.toISOString()}
        and not is_test
    ), counting as materialized (
      select * from placed where not cancelled
    ), by_slot as (
      select currency, slot, cancelled, count(*) as orders, sum(total) as amount from placed group by 1, 2, 3
    ), by_table as (
      select currency, dining_option, table_number, count(*) as orders, sum(total) as amount from counting group by 1, 2, 3
    ), by_step as (
      select currency, step, count(*) as orders from counting where step is not null group by 1, 2
    ), by_dish as (
      select currency, menu_item_id, name, name_ro, sum(quantity) as quantity, sum(quantity * price) as revenue,
        sum(removed_quantity) as removed, sum(removed_quantity * price) as removed_amount,
        (date_part('epoch', max(created_at)) * 1000)::bigint as last_at,
        coalesce(sum(quantity) filter (where part_of is not null), 0) as part_quantity,
        coalesce(sum(quantity * price) filter (where part_of is not null), 0) as part_revenue,
        cooked or part_of is null as is_dish
      from counting join order_items on order_id = counting.id group by 1, 2, 3, 4, 12
    ), by_option as (
      select currency, option ->> 'group' as group_name, option ->> 'groupRo' as group_name_ro,
        option ->> 'name' as name, option ->> 'nameRo' as name_ro,
        sum(quantity * (option ->> 'quantity')::int) as quantity,
        sum(quantity * (option ->> 'quantity')::int * (option ->> 'price')::bigint) as revenue
      from counting join order_items on order_id = counting.id, jsonb_array_elements(options) option
      where quantity > 0 group by 1, 2, 3, 4, 5
      union all
      select currency, '', '', name, name_ro, quantity, revenue from by_dish where not is_dish and quantity > 0
    ), by_user as (
      select currency, username, sum(orders) as orders, sum(amount) as amount, sum(removed) as removed,
        sum(removed * price) as removed_amount
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
    select ${listOf('by_slot', 'currency, slot, cancelled, orders, amount')} as slots,
      ${listOf('by_table', 'currency, dining_option, table_number, orders, amount')} as tables,
      ${listOf('by_step', 'currency, step, orders')} as ready,
      ${listOf('by_user', 'currency, username, orders, amount, removed, removed_amount')} as users,
      ${listOf('by_dish', 'currency, menu_item_id, name, name_ro, quantity, revenue, removed, removed_amount, last_at, part_quantity, part_revenue, is_dish')} as dishes,
      ${listOf('by_option', 'currency, group_name, group_name_ro, name, name_ro, quantity, revenue')} as options
  `)
  return rows[0] ? sumsOf(rows[0], slots) : {}
}

function listOf(table: string, columns: string) {
  return sql.raw(`(select coalesce(json_agg(json_build_array(${columns})), '[]') from ${table})`)
}

function sumsOf(
  { slots: bySlot, tables, ready, users, dishes, options }: CountedRows,
  slots: readonly HourSlot[],
): SumsByCurrency {
  const byCurrency: SumsByCurrency = {}
  const sumsIn = (currency: Currency): Sums => {
    byCurrency[currency] ??= emptySums()
    return byCurrency[currency]
  }
  for (const [currency, at, isCancelled, orders, amount] of bySlot) {
    const slot = slots[at]
    if (!slot) throw new Error('an order was counted outside its slots')
    const sums = sumsIn(currency)
    if (isCancelled) {
      sums.cancelled = [sums.cancelled[0] + orders, sums.cancelled[1] + amount]
      continue
    }
    addPair(sums.days, slot.day, [orders, amount])
    addPair(sums.hours, `${weekdayOf(slot.day)} ${slot.hour}`, [orders, amount])
  }
  for (const [currency, option, tableNumber, orders, amount] of tables) {
    addPair(sumsIn(currency).dining, option, [orders, amount])
    if (option === 'dine-in') addPair(sumsIn(currency).tables, String(tableNumber ?? ''), [orders, amount])
  }
  for (const [currency, step, orders] of ready) sumsIn(currency).ready[step] = orders
  for (const [currency, username, cancelled, cancelledAmount, takenOff, takenOffAmount] of users)
    sumsIn(currency).users[username ?? ''] = {
      cancelled: [cancelled, cancelledAmount],
      takenOff: [takenOff, takenOffAmount],
    }
  for (const [currency, id, name, nameRo, quantity, revenue, removed, removedAmount, lastAt, ...parts] of dishes) {
    const [partQuantity, partRevenue, isDish] = parts
    const sums = sumsIn(currency)
    sums.takenOff = [sums.takenOff[0] + removed, sums.takenOff[1] + removedAmount]
    const isPart = partQuantity > 0 && { partQuantity, partRevenue }
    if (quantity > 0 && isDish) sums.dishes.push({ id, name, nameRo, quantity, revenue, lastAt, ...isPart })
  }
  for (const [currency, group, groupRo, name, nameRo, quantity, revenue] of options)
    sumsIn(currency).options?.push({ group, groupRo, name, nameRo, quantity, revenue })
  return byCurrency
}

/** A month of business days, with the bounds it was summed for. */
export interface MonthBounds extends BusinessDaySettings {
  month: string
  startsAt: Date
  endsAt: Date
}

const { month, startsAt, endsAt, dayStart, timeZone } = reportMonths
const monthColumns = { month, startsAt, endsAt, dayStart, timeZone }

/** The stored sums of some months as JSON, by month; without those that were summed for other bounds. */
export async function findStoredMonths(db: Reader, months: readonly MonthBounds[]): Promise<Map<string, string>> {
  const bounds = new Map(months.map((month) => [month.month, monthKey(month)]))
  // As text, because parsing years of sums would delay the orders.
  const rows = await db
    .select({ ...monthColumns, sums: sql<string>`${reportMonths.sums}::text` })
    .from(reportMonths)
    .where(inArray(reportMonths.month, [...bounds.keys()]))
  const current = rows.filter((row) => bounds.get(row.month) === monthKey(row))
  return new Map(current.map(({ month, sums }) => [month, sums]))
}

/** A key that is equal for months with equal bounds. */
export const monthKey = ({ startsAt, endsAt, month, dayStart, timeZone }: MonthBounds): string =>
  [month, startsAt.toISOString(), endsAt.toISOString(), dayStart, timeZone].join(' ')

export async function listStoredMonths(db: Reader): Promise<MonthBounds[]> {
  return db.select(monthColumns).from(reportMonths)
}

/** Waits for changes of past orders and blocks new ones until the transaction ends. @returns the database's time */
export async function lockMonths(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(
    sql`select pg_advisory_xact_lock(hashtextextended('report months', 0)), now()::text as now`,
  )
  return new Date(rows[0]?.now ?? '')
}

export async function storeMonth(tx: Tx, month: MonthBounds, sums: SumsByCurrency): Promise<void> {
  const row = { ...month, sums }
  await tx.insert(reportMonths).values(row).onConflictDoUpdate({ target: reportMonths.month, set: row })
}
