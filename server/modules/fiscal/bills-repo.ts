import { and, asc, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import { anyOfIds, bigints, changedBy, hasRow, jsonList, jsonObject, type Reader, type Tx } from '#server/db/index.ts'
import { dayEntries, entryShares, orderItems, orders } from '#server/db/schema/index.ts'
import type { PaidShare } from '#shared/domain/payments/due.ts'

/* What decides about the receipts of bills: orders, their lines and their payments. */

const { isReceipted } = dayEntries

/** The orders that payments connect with some, these included: paid together, though one may have got no share. */
export async function readConnected(db: Reader, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive bill (id) as (
      select unnest(${bigints(orderIds)})
      union select unnest(${dayEntries.orderIds}) from bill join ${dayEntries} on ${dayEntries.orderIds} @> array[bill.id]
    )
    select id from bill order by id`)
  return rows.map(({ id }) => Number(id))
}

/** Reads what decides about the receipts of orders, oldest first. */
export function readPaidOrders(db: Reader, ids: readonly number[]) {
  const { id, status, total, paid, unpaid, isTest } = orders
  return db
    .select({ id, status, total, paid, unpaid, isTest })
    .from(orders)
    .where(sql`${id} = ${anyOfIds(ids)}`)
    .orderBy(asc(id))
}

export function readSoldLines(db: Reader, orderIds: readonly number[]) {
  return db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderId} = ${anyOfIds(orderIds)}`)
    .orderBy(asc(orderItems.id))
}

/** Reads the payments of orders and what takes them back, oldest first. */
export function readPaidEntries(db: Reader, orderIds: readonly number[]) {
  const { id, reversesId, methodId, methodKind, tip, guestName, taxNumber } = dayEntries
  const isOfThem = sql`${entryShares.orderId} = ${anyOfIds(orderIds)}`
  const paying = db.select({ id: entryShares.entryId }).from(entryShares).where(isOfThem)
  const share = jsonObject<PaidShare>({ orderId: entryShares.orderId, amount: entryShares.amount })
  const ofEntry = db
    .select({ shares: jsonList(share, entryShares.orderId).as('shares') })
    .from(entryShares)
    .where(eq(entryShares.entryId, id))
  return db
    .select({
      ...{ id, reversesId, methodId, methodKind, tip, guestName, taxNumber, isReceipted },
      ...{ orderIds: dayEntries.orderIds, shares: sql<PaidShare[]>`(${ofEntry})` },
    })
    .from(dayEntries)
    .where(or(inArray(id, paying), inArray(reversesId, paying)))
    .orderBy(asc(id))
}

const isOfOrders = (ids: readonly number[]) => sql`${dayEntries.orderIds} && ${bigints(ids)}`

/** Whether any payment of orders was recorded while receipts were on. */
export function hasReceipts(db: Reader, ids: readonly number[]): Promise<boolean> {
  return hasRow(db, dayEntries, and(isOfOrders(ids), isNotNull(isReceipted)))
}

/** Whether money of orders' bills stands on no receipt, by whether one still comes. */
export function isUnreceipted(db: Reader, ids: readonly number[]): Promise<boolean> {
  return hasRow(db, dayEntries, and(not(isReceipted), isOfOrders(ids)))
}

/** The orders of bills of which money stands on no receipt, by whether one still comes. */
export async function readUnreceipted(db: Reader): Promise<number[]> {
  const entries = await db.select({ orderIds: dayEntries.orderIds }).from(dayEntries).where(not(isReceipted))
  return [...new Set(entries.flatMap(({ orderIds }) => orderIds))]
}

/** Marks entries of a bill, but those that were recorded while receipts were off. @returns how many are marked anew */
export function markReceipted(tx: Tx, ids: readonly number[], isDone: boolean): Promise<number> {
  const isOther = and(inArray(dayEntries.id, [...ids]), eq(isReceipted, !isDone))
  return changedBy(tx.update(dayEntries).set({ isReceipted: isDone }).where(isOther))
}
