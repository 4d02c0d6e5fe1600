import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  anyOfIds,
  bigints,
  changedBy,
  firstOf,
  hasRow,
  jsonList,
  jsonObject,
  onlyOf,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import {
  dayEntries,
  days,
  entryShares,
  fiscalReceipts,
  isLookedAt,
  orderItems,
  orders,
} from '#server/db/schema/index.ts'
import type { FiscalState } from '#shared/contracts/fiscal.ts'
import type { PaidShare } from '#shared/domain/payments/due.ts'

export type ReceiptRow = typeof fiscalReceipts.$inferSelect
export type NewReceiptRow = typeof fiscalReceipts.$inferInsert

/** The states in which something is still to happen. */
export const OPEN_RECEIPT: readonly FiscalState[] = ['waiting', 'handed', 'refused', 'unclear']

const { id, state, orderIds, itemIds, paymentIds, kind, day, names } = fiscalReceipts
const isIn = (states: readonly FiscalState[]) => inArray(state, [...states])
const isOf = (ids: readonly number[]) => sql`${orderIds} && ${bigints(ids)}`

export async function insertReceipts(tx: Tx, receipts: NewReceiptRow[]): Promise<ReceiptRow[]> {
  return receipts.length === 0 ? [] : tx.insert(fiscalReceipts).values(receipts).returning()
}

export function updateReceipt(tx: Tx, receipt: number, change: Partial<ReceiptRow>): Promise<ReceiptRow> {
  return onlyOf(tx.update(fiscalReceipts).set(change).where(eq(id, receipt)).returning())
}

export function findReceipt(db: Reader, receipt: number): Promise<ReceiptRow | undefined> {
  return firstOf(db.select().from(fiscalReceipts).where(eq(id, receipt)))
}

/** Finds the receipt that was handed over under this name. */
export function findHanded(db: Reader, name: string): Promise<ReceiptRow | undefined> {
  return firstOf(db.select().from(fiscalReceipts).where(sql`${names} @> array[${name}]`))
}

export function readReceiptsOf(db: Reader, orders: readonly number[]): Promise<ReceiptRow[]> {
  return db.select().from(fiscalReceipts).where(isOf(orders)).orderBy(asc(id))
}

/** Reads the open receipts, and those about which something came up since the last closed day; oldest first. */
export function readLookedAt(db: Reader): Promise<ReceiptRow[]> {
  const { undoneAt, lateAnswer } = fiscalReceipts
  const lastEnd = sql`coalesce((select max(${days.closedAt}) from ${days}), '-infinity')`
  const cameUp = sql`greatest(${undoneAt}, (${lateAnswer} ->> 'at')::timestamptz) > ${lastEnd}`
  const isShown = and(isLookedAt(fiscalReceipts), or(isIn(OPEN_RECEIPT), cameUp))
  return db.select().from(fiscalReceipts).where(isShown).orderBy(asc(id))
}

const MAX_NUMBERS = 200

/** Reads the numbers of the newest printed receipts, oldest first. */
export async function readNumbers(db: Reader) {
  const { number } = fiscalReceipts
  const rows = await db
    .select({ orderIds, number: sql<string>`${number}` })
    .from(fiscalReceipts)
    .where(and(eq(state, 'printed'), isNotNull(number)))
    .orderBy(desc(id))
    .limit(MAX_NUMBERS)
  return rows.reverse()
}

/** Reads the open receipts, oldest first; there are few. */
export function readOpenReceipts(db: Reader): Promise<ReceiptRow[]> {
  const isOpen = and(isLookedAt(fiscalReceipts), isIn(OPEN_RECEIPT))
  return db.select().from(fiscalReceipts).where(isOpen).orderBy(asc(id))
}

export interface TakenBack {
  orderIds: readonly number[]
  /** Lines that were taken off or cancelled. */
  itemIds?: readonly number[]
  /** Payments that were reversed. */
  paymentIds?: readonly number[]
}

/** Withdraws the receipts on which something of it stands, or marks those that were handed over. @returns how many */
export async function takeBack(
  tx: Tx,
  { orderIds: orders, itemIds: items = [], paymentIds: paid = [] }: TakenBack,
  now: Date,
) {
  const isTouched = and(isOf(orders), sql`(${itemIds} && ${bigints(items)} or ${paymentIds} && ${bigints(paid)})`)
  const isEarly = isIn(['waiting', 'refused'])
  const undone = await changedBy(
    tx
      .update(fiscalReceipts)
      .set({ undoneAt: now })
      .where(and(isTouched, not(isEarly), ne(state, 'withdrawn'))),
  )
  const withdrawn = { state: 'withdrawn', changedAt: now } as const
  return undone + (await changedBy(tx.update(fiscalReceipts).set(withdrawn).where(and(isTouched, isEarly))))
}

/** Clears the names and tax numbers of orders' receipts, or of those from before a moment. */
export async function eraseReceipts(db: Reader, of: readonly number[] | Date): Promise<void> {
  const { guestName, taxNumber, at } = fiscalReceipts
  const isMeant = of instanceof Date ? lt(at, of) : isOf(of)
  await db
    .update(fiscalReceipts)
    .set({ guestName: null, taxNumber: null })
    .where(and(isMeant, or(isNotNull(guestName), isNotNull(taxNumber))))
}

/** Counts the receipts that ended and stand in no closed day yet, and all that are open. */
export function countReceipts(db: Reader) {
  const counted = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)
  const figures = {
    printed: counted(eq(state, 'printed')),
    byHand: counted(eq(state, 'by_hand')),
    open: counted(isIn(OPEN_RECEIPT)),
  }
  return onlyOf(
    db
      .select(figures)
      .from(fiscalReceipts)
      .where(and(isNull(day), eq(kind, 'receipt'))),
  )
}

/** Counts the receipts that have ended in a closed day. */
export async function claimReceipts(tx: Tx, number: number): Promise<void> {
  const hasEnded = and(isNull(day), not(isIn(OPEN_RECEIPT)))
  await tx.update(fiscalReceipts).set({ day: number }).where(hasEnded)
}

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

export type EntryWithShares = typeof dayEntries.$inferSelect & { shares: PaidShare[] }

/** Reads the payments of orders and what takes them back, with their shares, oldest first. */
export function readPaymentsOf(db: Reader, orderIds: readonly number[]): Promise<EntryWithShares[]> {
  const isOfThem = sql`${entryShares.orderId} = ${anyOfIds(orderIds)}`
  const paying = db.select({ id: entryShares.entryId }).from(entryShares).where(isOfThem)
  return entriesWithShares(db)
    .where(or(inArray(dayEntries.id, paying), inArray(dayEntries.reversesId, paying)))
    .orderBy(asc(dayEntries.id))
}

export function entriesWithShares(db: Reader) {
  const share = jsonObject<PaidShare>({ orderId: entryShares.orderId, amount: entryShares.amount })
  const ofEntry = db
    .select({ shares: jsonList(share, entryShares.orderId).as('shares') })
    .from(entryShares)
    .where(eq(entryShares.entryId, dayEntries.id))
  return db.select({ ...getTableColumns(dayEntries), shares: sql<PaidShare[]>`(${ofEntry})` }).from(dayEntries)
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
