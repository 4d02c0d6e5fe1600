import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { firstOf, hasRow, type Reader, type Tx } from '#server/db/index.ts'
import { orders, phoneChecks } from '#server/db/schema/index.ts'

export type PhoneCheck = typeof phoneChecks.$inferSelect

export function readPhoneCheck(db: Reader): Promise<PhoneCheck | undefined> {
  return firstOf(db.select().from(phoneChecks))
}

/** Replaces the phone check. A lock serializes concurrent calls, so that only one word is valid. */
export async function replacePhoneCheck(tx: Tx, check: PhoneCheck): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('phone_checks', 0))`)
  await tx.delete(phoneChecks)
  await tx.insert(phoneChecks).values(check)
}

/** Uses up a word. @returns whether it was valid; true for only one of several concurrent calls */
export async function markReached(tx: Tx, wordHash: string, now: Date): Promise<boolean> {
  const isValid = and(eq(phoneChecks.wordHash, wordHash), isNull(phoneChecks.reachedAt), gt(phoneChecks.expiresAt, now))
  const updated = await tx.update(phoneChecks).set({ reachedAt: now }).where(isValid).returning()
  return updated.length > 0
}

export async function hasAnyOrder(db: Reader): Promise<boolean> {
  return hasRow(db, orders)
}
