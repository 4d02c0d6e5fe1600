import { and, desc, eq, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader } from '#server/db/index.ts'
import { isPhoneWithoutCustomer, orders } from '#server/db/schema/index.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { listOrders } from '#shared/contracts/orders.ts'
import { isOpen, OPEN_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'
import { searchPattern } from '#shared/domain/search.ts'

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
export function searchOrders(db: Reader, filter: OrderFilter) {
  const { status, before, limit, endedSince, customerId, q, phone, toCook } = filter
  const number = q && /^#?(\d{1,15})$/.exec(q)?.[1]
  const matches = q
    ? or(containsText(q), number ? eq(orders.id, Number(number)) : undefined, phone ? hasPhone(db, phone) : undefined)
    : undefined
  const isBefore = before === undefined ? undefined : lt(orders.id, before)
  const isOfCustomer = customerId === undefined ? undefined : eq(orders.customerId, customerId)
  const hasStatus = and(status && eq(orders.status, status), isOpenOrEndedSince(endedSince, status), isListed)
  const isToCook = toCook && inArray(orders.status, ['pending', 'preparing'])
  const isFound = and(hasStatus, isToCook, isBefore, isOfCustomer, matches)
  const order = toCook ? [sql`coalesce(${orders.startAt}, ${orders.createdAt})`, orders.id] : [desc(orders.id)]
  return db
    .select()
    .from(orders)
    .where(isFound)
    .orderBy(...order)
    .limit(limit)
}

/** A cancelled test is never listed. */
const isListed = sql`not (${orders.isTest} and ${orders.status} = 'cancelled')`

const hasEndedSince = (moment: Date | undefined) => moment && gte(orders.endedAt, moment)

/** Filters by status if it is known, so that PostgreSQL reads one index and not the whole history. */
function isOpenOrEndedSince(moment: Date | undefined, status: OrderStatus | undefined): SQL | undefined {
  if (moment === undefined || (status && isOpen(status))) return undefined
  return status ? hasEndedSince(moment) : or(inArray(orders.status, [...OPEN_STATUSES]), hasEndedSince(moment))
}

/** One or two characters are looked for where a word begins: the index has them only there, and all would be read. */
function containsText(text: string): SQL {
  const pattern = searchPattern(text)
  return sql`${orders.searchText} ~ ${pattern.length < 3 ? `( |^)${pattern}` : pattern}`
}

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
