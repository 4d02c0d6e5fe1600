import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, max, min, or, type SQL, sql } from 'drizzle-orm'
import {
  anonymizeResponses,
  bigints,
  firstOf,
  hasRow,
  isoMomentSql,
  onlyOf,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import { dayEntries, days, entryShares, orderItems, orders, tables } from '#server/db/schema/index.ts'
import { type EntryWithShares, entriesWithShares } from '#server/modules/fiscal/index.ts'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import type { Currency } from '#shared/domain/money.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { PaidShare, VatShare } from '#shared/domain/payments/due.ts'

export type EntryRow = typeof dayEntries.$inferSelect
export type NewEntry = typeof dayEntries.$inferInsert

/** Adds an entry with its shares. @returns its id */
export async function addEntry(tx: Tx, entry: NewEntry, shares: readonly PaidShare[]): Promise<number> {
  const row = await onlyOf(tx.insert(dayEntries).values(entry).returning({ id: dayEntries.id }))
  if (shares.length > 0) await tx.insert(entryShares).values(shares.map((share) => ({ ...share, entryId: row.id })))
  return row.id
}

/** Reads a payment with its shares and its reversals, oldest first; empty if there is no such payment. */
export function readPayment(db: Reader, id: number): Promise<EntryWithShares[]> {
  return entriesWithShares(db)
    .where(or(and(eq(dayEntries.id, id), eq(dayEntries.kind, 'payment')), eq(dayEntries.reversesId, id)))
    .orderBy(asc(dayEntries.id))
}

/** The orders of an entry; empty if there is no such entry. */
export async function readOrderIds(db: Reader, id: number): Promise<number[]> {
  const [entry] = await db.select({ orderIds: dayEntries.orderIds }).from(dayEntries).where(eq(dayEntries.id, id))
  return entry?.orderIds ?? []
}

/** Clears the names and reasons of entries before a moment, for the privacy clock. */
export async function emptyWords(db: Reader, before: Date): Promise<void> {
  const isEarlier = and(hasWords, lt(dayEntries.at, before))
  await db.update(dayEntries).set(NO_WORDS).where(isEarlier)
}

const NO_WORDS = { guestName: null, reason: null, taxNumber: null }
const hasWords = or(...Object.keys(NO_WORDS).map((name) => isNotNull(dayEntries[name as keyof typeof NO_WORDS])))
type Worded = Pick<EntryRow, 'id' | 'username' | 'reason'>

/** Clears the names and reasons of the entries of orders, and of the responses to them. @returns the previous ones */
export async function emptyWordsOf(tx: Tx, orderIds: readonly number[]): Promise<Worded[]> {
  const { id, username, reason } = dayEntries
  const isOfThem = sql`${dayEntries.orderIds} && ${bigints(orderIds)}`
  const worded = await tx
    .select({ id, username, reason })
    .from(dayEntries)
    .where(and(hasWords, isOfThem))
    .orderBy(id)
    .for('update')
  const ids = worded.map((entry) => entry.id)
  if (ids.length === 0) return []
  await tx.update(dayEntries).set(NO_WORDS).where(inArray(id, ids))
  await anonymizeResponses(tx, { shows: 'entry', ids, anonymized: (recorded) => recorded })
  return worded
}

export type DayRow = typeof days.$inferSelect

export function readLastDay(db: Reader): Promise<DayRow | undefined> {
  return firstOf(db.select().from(days).orderBy(desc(days.number)).limit(1))
}

/** Reads the closed days as JSON, newest first. @param before only days with a lower number */
export function readReports(db: Reader, before: number | undefined, limit: number): Promise<{ report: string }[]> {
  const isBefore = before === undefined ? undefined : lt(days.number, before)
  return db.select({ report: days.report }).from(days).where(isBefore).orderBy(desc(days.number)).limit(limit)
}

export async function readReportOf(db: Reader, number: number): Promise<string | undefined> {
  const [row] = await db.select({ report: days.report }).from(days).where(eq(days.number, number))
  return row?.report
}

export async function addDay(tx: Tx, day: DayRow): Promise<void> {
  await tx.insert(days).values(day)
}

/** Returns the last entry of the last closed day; 0 before the first. */
const lastClosedEntry = sql<number>`coalesce((select max(${days.lastEntry}) from ${days}), 0)`

/** Whether there are entries that belong to no closed day. */
export function isDayOpen(db: Reader): Promise<boolean> {
  return hasRow(db, dayEntries, gt(dayEntries.id, lastClosedEntry))
}

/** Reads the first and the last of the entries that no day includes yet; null if there are none. */
export function readOpenEntries(db: Reader): Promise<{ last: number | null; firstAt: Date | null }> {
  const { id, at } = dayEntries
  const ends = { last: max(id), firstAt: min(at) }
  return onlyOf(db.select(ends).from(dayEntries).where(gt(id, lastClosedEntry)))
}

/** The range of a day's figures: entries by id, and orders by the time at which they ended. */
export interface EntryRange {
  /** The last entry of the previous day, and of this day. */
  after: number
  upTo: number
  from: Date
  to: Date
  currency: Currency
  timeZone: string
}

type Listed =
  | 'orders'
  | 'methods'
  | 'reversals'
  | 'hours'
  | 'tips'
  | 'house'
  | 'cancelled'
  | 'takenOff'
  | 'till'
  | 'reductions'
/** The figures as they are read; all but `sales` are sent unchanged. */
export type ReadFigures = Pick<OpenDay, Listed | 'open' | 'withoutPayment'> & {
  sales: { rate: number | null; amount: number; shares: VatShare[] | null }[]
}

/** Reads the figures of a day in one statement, so that they all show the same moment. */
export async function readFigures(db: Reader, { after, upTo, from, to, currency, timeZone }: EntryRange) {
  const [first, last] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`]
  const isOpen = sql`status in ${[...OPEN_STATUSES]}`
  const owing = (which: SQL) => sql`
    select id as "orderId", case when ended_at is null then total::numeric - paid else unpaid end as due,
      table_number as "tableNumber", ${isoMomentSql(sql`created_at`)} as "placedAt"
    from orders where currency = ${currency} and not is_test and ${which} order by id`
  const lists: Record<Exclude<keyof ReadFigures, 'orders'>, SQL> = {
    methods: sql`select method_id as id, method_kind as kind, (array_agg(method_name order by id desc))[1] as name,
          (array_agg(method_name_ro order by id desc))[1] as "nameRo", sum(amount) as amount, sum(tip) as tip,
          sum(rounding) as rounding, count(*) filter (where kind = 'payment') as count
        from money group by 1, 2 order by 1`,
    reversals: sql`select username as user, method_id as "methodId", -amount::numeric as amount, -tip::numeric as tip,
          coalesce(reason, '') as reason from own where kind = 'reversal' order by id`,
    hours: sql`select extract(hour from at at time zone ${timeZone})::int as hour, sum(amount) as amount,
          count(*) filter (where kind = 'payment') as count
        from money group by 1 order by min(at)`,
    tips: sql`select recorder as user, sum(tip) as amount from own group by 1 having sum(tip) <> 0 order by 2 desc, 1`,
    house: sql`select recorder as user, coalesce(given_for, '') as reason, sum(amount) as amount from own
        where method_kind = 'house' group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    till: sql`select case when amount > 0 then 'in' else 'out' end as kind, abs(amount::numeric) as amount,
          coalesce(reason, '') as reason, username as user from own where kind = 'till' order by id`,
    cancelled: sql`select coalesce((
            select username from order_status_changes where order_id = ended.id and status = 'cancelled'
            order by order_status_changes.id desc limit 1
          ), '') as user, count(*) as orders, sum(total) as amount
        from ended where status = 'cancelled' group by 1 order by 1`,
    takenOff: sql`select coalesce(slip ->> 'username', '') as user,
          coalesce(sum((slip ->> 'quantity')::int) filter (where part_of is null), 0) as dishes,
          sum((slip ->> 'quantity')::int * price::numeric) as amount
        from (
          select tickets from ended where status = 'completed' union all
          select tickets from orders where currency = ${currency} and not is_test and ${isOpen}
        ) changed, jsonb_array_elements(tickets) slip
        join order_items on order_items.id = (slip ->> 'itemId')::bigint
        where slip ->> 'kind' = 'removal' and (slip ->> 'at')::timestamptz >= ${first}
          and (slip ->> 'at')::timestamptz < ${last}
        group by 1 order by 1`,
    sales: sql`select vat_rate as rate, sum(price::numeric * quantity) as amount, vat_shares as shares
        from ended join order_items on order_id = ended.id where status = 'completed' and quantity > 0
        group by 1, 3, case when vat_shares is null then 0 else order_items.id end`,
    reductions: sql`select (array_agg(rule ->> 'name' order by order_items.id desc))[1] as name,
          (array_agg(rule ->> 'nameRo' order by order_items.id desc))[1] as "nameRo",
          coalesce(sum(quantity) filter (where part_of is null), 0) as count, sum((list_price::numeric - price) * quantity) as amount
        from ended join order_items on order_id = ended.id where status = 'completed' and rule is not null
        group by rule -> 'id' having sum((list_price::numeric - price) * quantity) > 0 order by amount desc, rule -> 'id'`,
    open: owing(isOpen),
    withoutPayment: owing(sql`unpaid <> 0 and ended_at >= ${first} and ended_at < ${last}`),
  }
  const read = Object.entries(lists).map(
    ([name, query]) =>
      sql`${sql.raw(`'${name}'`)}, (select coalesce(json_agg(row_to_json(listed)), '[]') from (${query}) listed)`,
  )
  const { rows } = await db.execute<{ figures: ReadFigures }>(
    sql`with own as materialized (
        select entry.*, coalesce(paid.username, entry.username) as recorder,
          case when paid.id is null then entry.reason else paid.reason end as given_for
        from day_entries entry left join day_entries paid on paid.id = entry.reverses_id
        where entry.id > ${after} and entry.id <= ${upTo}
      ),
      money as materialized (select * from own where kind <> 'till' and method_kind <> 'house'),
      ended as materialized (select * from orders
        where currency = ${currency} and not is_test and ended_at >= ${first} and ended_at < ${last})
    select json_build_object(${sql.join(read, sql`, `)}, 'orders', (
      select count(distinct order_id) from entry_shares join own on own.id = entry_id where kind = 'payment'
    )) as figures`,
  )
  const [row] = rows
  if (!row) throw new Error('a select without a table returned no row')
  return row.figures
}

/** Reads the days that ended before a moment and have a reason or a note. */
export const endedBefore = (before: Date) => and(lt(days.endsAt, before), sql`${days.report} ~ '"(reason|note)":"[^"]'`)

/** Condition: the closed day includes one of these entries. */
export const withEntries = (ids: readonly number[]) =>
  sql`${days.number} in (
    select (select min(number) from days where last_entry >= entry) from unnest(${bigints(ids)}) as entry)`

/** Changes the reports of days, and the stored responses to closing them. */
export async function rewriteReports(tx: Tx, which: SQL | undefined, emptied: (day: Day) => Day): Promise<void> {
  const found = await tx.select({ number: days.number, report: days.report }).from(days).where(which)
  for (const { number, report } of found) {
    const changed = JSON.stringify(emptied(JSON.parse(report)))
    await tx.update(days).set({ report: changed }).where(eq(days.number, number))
  }
  await anonymizeResponses(tx, { shows: 'day', ids: found.map(({ number }) => number), anonymized: emptied })
}

/**
 * Reads a table with its open orders and their lines, in one statement: an order that is placed or changed meanwhile is
 * read whole, or as it was before.
 * The lines are those with a remaining quantity, in the sequence in which they were ordered.
 * @param maxOrders the most orders to read
 * @param since only orders placed since then
 * @returns undefined for an unknown table
 */
export async function readBilled(db: Reader, tableId: number, maxOrders: number, since?: Date) {
  const isOpen = and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES]))
  const open = db
    .select({ id: orders.id, currency: orders.currency, paid: orders.paid, total: orders.total })
    .from(orders)
    .where(and(isOpen, since && gte(orders.createdAt, since)))
    .orderBy(asc(orders.id))
    .limit(maxOrders)
    .as('open')
  const { id, menuItemId, quantity, name, nameRo, price, listPrice, rule, notes, guestName, options, partOf } =
    orderItems
  const rows = await db
    .select({
      table: { number: tables.number, label: tables.label },
      order: { id: open.id, currency: open.currency, paid: open.paid, total: open.total },
      line: { id, menuItemId, quantity, name, nameRo, price, listPrice, rule, notes, guestName, options, partOf },
    })
    .from(tables)
    .leftJoin(open, sql`true`)
    .leftJoin(orderItems, and(eq(orderItems.orderId, open.id), gt(quantity, 0)))
    .where(eq(tables.id, tableId))
    .orderBy(asc(open.id), asc(id))
  const [first] = rows
  if (!first) return undefined
  const orderOf = new Map(rows.flatMap(({ order }) => (order ? [[order.id, order]] : [])))
  return { table: first.table, orders: [...orderOf.values()], lines: rows.flatMap(({ line }) => line ?? []) }
}
