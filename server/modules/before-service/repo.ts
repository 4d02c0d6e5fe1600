import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { phoneChecks } from '#server/db/schema/index.ts'

export type PhoneCheck = typeof phoneChecks.$inferSelect

export async function readPhoneCheck(db: Reader): Promise<PhoneCheck | undefined> {
  const [row] = await db.select().from(phoneChecks)
  return row
}

/** Puts a question in place of the one before. Two who ask at once do so one after the other, so one word is valid. */
export async function replacePhoneCheck(tx: Tx, check: PhoneCheck): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('phone_checks', 0))`)
  await tx.delete(phoneChecks)
  await tx.insert(phoneChecks).values(check)
}

/** @returns whether the word was valid; of several calls at once, for one of them alone */
export async function writeReached(tx: Tx, wordHash: string, now: Date): Promise<boolean> {
  const isValid = and(eq(phoneChecks.wordHash, wordHash), isNull(phoneChecks.reachedAt), gt(phoneChecks.expiresAt, now))
  const reached = await tx.update(phoneChecks).set({ reachedAt: now }).where(isValid).returning()
  return reached.length > 0
}
