import { and, asc, desc, eq, gte, inArray, like, lt, ne, or, type SQL, type SQLWrapper, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { onlyOf, type Reader, statement, type Tx } from '#server/db/index.ts'
import {
  orders as allOrders,
  dayEntries,
  isPhoneWithoutCustomer,
  orderStatusChanges,
  orders,
  settings,
  summaryHours,
  summaryShards,
} from '#server/db/schema/index.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { listOrders, Summary } from '#shared/contracts/orders.ts'
import type { Currency } from '#shared/domain/money.ts'
import { isOpen, OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'
import { TAKEN_KINDS } from '#shared/domain/payments/methods.ts'
import { searchPattern } from '#shared/domain/search.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { markOpenLinesDone } from './repo.ts'

/** Reads the newest open orders and others, newest first. @param endedSince excludes others that ended earlier */
export async function newestOrders(db: Reader, limits: { open: number; others: number }, endedSince?: Date) {
  // One query per status reads the index in order and stops early: sorting all orders would be slow.
  const newestWithStatus = (status: OrderStatus, limit: number) =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.status, status), isOpen(status) ? undefined : hasEndedSince(endedSince), isListed))
      .orderBy(desc(orders.id))
      .limit(limit)
  const newest = (statuses: readonly OrderStatus[], limit: number) => {
    const [first, second, ...rest] = statuses.map((status) => newestWithStatus(status, limit))
    return first && second
      ? unionAll(first, second, ...rest)
          .orderBy(desc(orders.id))
          .limit(limit)
      : []
  }
  const open = newest(OPEN_STATUSES, limits.open)
  const others = newest(['completed', 'cancelled'], limits.others)
  // The queries see different snapshots: an order that changed in between is in both, and the newer version counts.
  const rows = (await Promise.all([open, others])).flat().sort((a, b) => b.id - a.id || b.version - a.version)
  return rows.filter(({ id }, i) => rows[i - 1]?.id !== id)
}

export type OrderFilter = Received<typeof listOrders>['query'] & {
  limit: number
  /** Selects only open orders, and others that ended since then. */
  endedSince?: Date | undefined
  /** Digits to look for in the phone number, whatever separators it is stored with. */
  phone?: string | undefined
}

/** Searches orders. @param filter has `q` as it was typed; a number also matches the order's id */
export function searchOrders(db: Reader, { status, before, limit, endedSince, customerId, q, phone }: OrderFilter) {
  const number = q && /^#?(\d{1,15})$/.exec(q)?.[1]
  const matches = q
    ? or(containsText(q), number ? eq(orders.id, Number(number)) : undefined, phone ? hasPhone(db, phone) : undefined)
    : undefined
  const isBefore = before === undefined ? undefined : lt(orders.id, before)
  const isOfCustomer = customerId === undefined ? undefined : eq(orders.customerId, customerId)
  const hasStatus = and(status && eq(orders.status, status), isOpenOrEndedSince(endedSince, status), isListed)
  const isFound = and(hasStatus, isBefore, isOfCustomer, matches)
  return db.select().from(orders).where(isFound).orderBy(desc(orders.id)).limit(limit)
}

/** A cancelled test is never listed. */
const isListed = sql`not (${orders.isTest} and ${orders.status} = 'cancelled')`

const hasEndedSince = (moment: Date | undefined) => moment && gte(orders.endedAt, moment)

/** Filters by status if it is known, so that PostgreSQL reads one index and not the whole history. */
function isOpenOrEndedSince(moment: Date | undefined, status: OrderStatus | undefined): SQL | undefined {
  if (moment === undefined || (status && isOpen(status))) return undefined
  return status ? hasEndedSince(moment) : or(inArray(orders.status, [...OPEN_STATUSES]), hasEndedSince(moment))
}

const containsText = (text: string) => sql`${orders.searchText} ~ ${searchPattern(text)}`

function hasPhone(db: Reader, digits: string) {
  // The search text contains the number, and its index finds the text.
  const isStored = and(containsText(digits), like(orders.phoneNumber, `%${digits}%`))
  // Unparsable phone numbers have no customer and are stored as typed. Separators are removed only for those: for a
  // million numbers that would take seconds. PostgreSQL overestimates their number, so they are selected first, by
  // their own index: among the other conditions they would cause a scan of all orders.
  const asDigits = sql`translate(${orders.phoneNumber}, ' +-./()', '')`
  const asTyped = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isPhoneWithoutCustomer(orders), like(asDigits, `%${digits}%`)))
  return or(isStored, sql`${orders.id} = any(array(${asTyped}))`)
}

const hasOpenStatus = inArray(orders.status, [...OPEN_STATUSES])

const beganBefore = (moment: Date) =>
  sql`coalesce(${orders.startAt}, ${orders.createdAt}) < ${moment.toISOString()}::timestamptz`

export async function countOpenBefore(db: Reader, before: Date): Promise<number> {
  return db.$count(orders, and(hasOpenStatus, beganBefore(before)))
}

/** Returns what the open orders from before a moment owe together; null if each of them is settled. */
export async function dueOfOpenBefore(db: Reader, before: Date): Promise<number | null> {
  const [row] = await db
    .select({ due: sum(sql`${orders.total} - ${orders.paid}`).mapWith(Number) })
    .from(orders)
    .where(and(hasOpenStatus, beganBefore(before), ne(orders.total, orders.paid)))
  return row?.due ?? null
}

/** Locks the first open orders from before a moment, by id. */
export function lockOpenBefore(tx: Tx, before: Date, limit: number): Promise<{ id: number; tableId: number | null }[]> {
  return tx
    .select({ id: orders.id, tableId: orders.tableId })
    .from(orders)
    .where(and(hasOpenStatus, beganBefore(before)))
    .orderBy(asc(orders.id))
    .limit(limit)
    .for('update')
}

/** Completes locked orders, and extends their histories. @param keepsDue whether they keep owing what is not paid */
export async function completeLocked(
  tx: Tx,
  ids: number[],
  keepsDue: boolean,
  { by: { userId, username }, now }: { by: { userId: number; username: string }; now: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      status: 'completed',
      ...(keepsDue && { unpaid: sql`${orders.total} - ${orders.paid}` }),
      seenAt: sql`coalesce(${orders.seenAt}, ${now.toISOString()}::timestamptz)`,
      deliveredAt: null,
      endedAt: now,
      updatedAt: now,
      version: sql`${orders.version} + 1`,
      changedVersion: sql`${orders.version} + 1`,
    })
    .where(inArray(orders.id, ids))
  await markOpenLinesDone(tx, ids, now)
  await tx
    .insert(orderStatusChanges)
    .values(ids.map((orderId) => ({ orderId, status: 'completed' as const, userId, username, at: now })))
}

const SHARDS = 32

type Figure = 'orders' | 'total' | 'customers' | 'vips'

/** What changes in today's figures, if the order is of today. */
interface CountedOrder {
  createdAt: Date
  /** 1 for an order that counts from now on, -1 for one that counts no longer, 0 if only its total changes. */
  orders: number
  total: number
}

/** SQL of the hour that contains a moment, in UTC, so that neither time zones nor the start of the day matter. */
const hourOf = (moment: string) => `date_bin('1 hour', ${moment}, '2000-01-01 00:00Z')`

/** SQL of a shard that no other transaction has locked, so that no order waits for another; if all are, the backend's own. */
const FREE_SHARD = `coalesce(
      (select shard from summary_shards where shard = pg_backend_pid() % ${SHARDS} for update skip locked),
      (select shard from summary_shards order by shard limit 1 for update skip locked),
      pg_backend_pid() % ${SHARDS})`

/**
 * SQL of expressions (`with`) that add to the summary. Send it in the transaction that changes the figures; only
 * slots are locked after its rows. The hour's row is locked after the shard's.
 * @param condition if false, nothing is added
 */
export const addingToSummarySql = (
  { orders, total, customers, vips }: Readonly<Record<Figure, string>>,
  counted: Readonly<Record<keyof CountedOrder, string>>,
  condition: string,
) => `summed as (
    update summary_shards set orders = orders + ${orders}, total = total + ${total},
      customers = customers + ${customers}, vips = vips + ${vips}
    where shard = ${FREE_SHARD} and ${condition} returning shard
  ), summed_hour as (
    insert into summary_hours as before (hour, shard, orders, total)
    select ${hourOf(counted.createdAt)}, shard, ${counted.orders}, ${counted.total}
    from summed where ${counted.orders} <> 0 or ${counted.total} <> 0
    on conflict (hour, shard) do update set orders = before.orders + excluded.orders, total = before.total + excluded.total
  )`

type Change = Record<Figure | 'countedOrders' | 'countedTotal', number> & { createdAt: Date }

const addToSums = statement<Change>('add_to_summary', (params) => {
  const { orders, total, customers, vips, createdAt, countedOrders, countedTotal } = params
  const counted = {
    createdAt: `${createdAt}::timestamptz`,
    orders: `${countedOrders}::bigint`,
    total: `${countedTotal}::bigint`,
  }
  return `with ${addingToSummarySql({ orders, total, customers, vips }, counted, 'true')} select from summed`
})

/** @param counted undefined if no order begins to count, ceases to, or has another total */
export async function addToSummary(
  tx: Tx,
  change: Partial<Record<Figure, number>>,
  counted: CountedOrder = { createdAt: new Date(0), orders: 0, total: 0 },
): Promise<void> {
  const { orders = 0, total = 0, customers = 0, vips = 0 } = change
  const { createdAt, orders: countedOrders, total: countedTotal } = counted
  if (orders || total || customers || vips || countedOrders || countedTotal)
    await addToSums(tx, { orders, total, customers, vips, createdAt, countedOrders, countedTotal })
}

const HOUR_MS = 60 * 60_000
const MAX_DAY_MS = 48 * HOUR_MS

/** Deletes the sums of hours that are in no business day of now. */
export async function clearHours(db: Reader, now: Date): Promise<void> {
  await db.delete(summaryHours).where(lt(summaryHours.hour, new Date(now.getTime() - MAX_DAY_MS)))
}

/**
 * Returns the summary: the sum of all shards and of the hours of this business day, in constant time. Only the open
 * orders are counted anew, and those before the first full hour of a day that does not begin on the hour.
 */
export async function readSummary(db: Reader, now: Date, timeZone: string): Promise<Summary> {
  const figure = (column: Figure) => sql<number>`coalesce(sum(${summaryShards[column]}), 0)`.mapWith(Number)
  const setting = (column: SQLWrapper) => sql`(select ${column} from ${settings})`
  const figures = {
    ...{ orders: figure('orders'), total: figure('total'), customers: figure('customers'), vips: figure('vips') },
    dayStart: sql<string>`${setting(settings.businessDayStart)}`,
    currency: sql<Currency>`${setting(settings.currency)}`,
    payments: sql<boolean>`${setting(settings.payments)}`,
  }
  const row = await onlyOf(db.select(figures).from(summaryShards))
  const { orders, total, customers, vips, dayStart, currency, payments } = row
  const today = businessDayStart(now, dayStart, timeZone)
  const counts = await countOpenAndToday(db, today)
  const taken = payments ? ((await readTaken(db, today))[currency] ?? 0) : null
  return {
    totalOrders: orders,
    totalCustomers: customers,
    averageOrderValue: orders === 0 ? 0 : Math.round(total / orders),
    vipCustomers: vips,
    open: counts.open,
    today: { ...counts.today, taken },
  }
}

/** Sums the payments since a moment less reversals, without tips, by currency. @param to exclusive */
export async function readTaken(db: Reader, from: Date, to?: Date): Promise<Partial<Record<Currency, number>>> {
  const { at, amount, currency, methodKind } = dayEntries
  const rows = await db
    .select({ currency, taken: sum(amount).mapWith(Number) })
    .from(dayEntries)
    .where(and(gte(at, from), to && lt(at, to), inArray(methodKind, TAKEN_KINDS)))
    .groupBy(currency)
  return Object.fromEntries(rows.map((row) => [row.currency, row.taken]))
}

/**
 * Reads both in one statement, because boards request the summary with every order. A count for each status reads an
 * index alone, in half the time of a grouping.
 */
async function countOpenAndToday(db: Reader, today: Date) {
  const fullHour = new Date(Math.ceil(today.getTime() / HOUR_MS) * HOUR_MS).toISOString()
  const counts = OPEN_STATUSES.map(
    (status) => sql`(select count(*)::int from ${allOrders} where status = ${status}) as ${sql.identifier(status)}`,
  )
  const result = db.execute<Summary['open'] & { placed: number; sales: number }>(sql`
    select ${sql.join(counts, sql`, `)}, coalesce(sum(orders), 0)::int as placed, coalesce(sum(total), 0)::float8 as sales from (
      select orders, total from ${summaryHours} where hour >= ${fullHour}
      union all
      select 1, total from ${allOrders}
        where created_at >= ${today.toISOString()} and created_at < ${fullHour} and status <> 'cancelled' and not is_test
    ) counted`)
  const { placed, sales, ...open } = await onlyOf(result.then(({ rows }) => rows))
  return { open, today: { orders: placed, sales } }
}
