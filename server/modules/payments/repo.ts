import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { anyOfIds, jsonList, jsonObject, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { dayEntries, entryShares } from '#server/db/schema/index.ts'
import type { PaidShare } from '#shared/domain/payments/due.ts'

export type EntryRow = typeof dayEntries.$inferSelect
export type NewEntry = typeof dayEntries.$inferInsert
export type EntryWithShares = EntryRow & { shares: PaidShare[] }

/** Adds an entry with its shares. @returns its id */
export async function addEntry(tx: Tx, entry: NewEntry, shares: readonly PaidShare[]): Promise<number> {
  const row = await onlyOf(tx.insert(dayEntries).values(entry).returning({ id: dayEntries.id }))
  if (shares.length > 0) await tx.insert(entryShares).values(shares.map((share) => ({ ...share, entryId: row.id })))
  return row.id
}

/** A payment with its shares, and all that was taken back of it; empty if there is no such payment. Oldest first. */
export function readPayment(db: Reader, id: number): Promise<EntryWithShares[]> {
  return withShares(db)
    .where(or(and(eq(dayEntries.id, id), eq(dayEntries.kind, 'payment')), eq(dayEntries.reversesId, id)))
    .orderBy(asc(dayEntries.id))
}

export function readPaymentsOf(db: Reader, orderIds: readonly number[]): Promise<EntryWithShares[]> {
  const paying = db
    .select({ id: entryShares.entryId })
    .from(entryShares)
    .where(sql`${entryShares.orderId} = ${anyOfIds(orderIds)}`)
  return withShares(db)
    .where(or(inArray(dayEntries.id, paying), inArray(dayEntries.reversesId, paying)))
    .orderBy(asc(dayEntries.id))
}

function withShares(db: Reader) {
  const share = jsonObject<PaidShare>({ orderId: entryShares.orderId, amount: entryShares.amount })
  const ofEntry = db
    .select({ shares: jsonList(share, entryShares.orderId).as('shares') })
    .from(entryShares)
    .where(eq(entryShares.entryId, dayEntries.id))
  return db.select({ ...getTableColumns(dayEntries), shares: sql<PaidShare[]>`(${ofEntry})` }).from(dayEntries)
}

/** Empties the reasons of entries before a moment, for the privacy clock. */
export async function emptyReasons(db: Reader, before: Date): Promise<void> {
  await db
    .update(dayEntries)
    .set({ reason: null })
    .where(sql`${dayEntries.reason} is not null and ${dayEntries.at} < ${before.toISOString()}`)
}
