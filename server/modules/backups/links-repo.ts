import { and, eq, gt, lte } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { backupLinks } from '#server/db/schema/index.ts'

export async function insertLink(tx: Tx, link: typeof backupLinks.$inferInsert): Promise<void> {
  await tx.insert(backupLinks).values(link)
}

/** Uses up a word. @returns the name of its backup, for only one of several concurrent calls; undefined if not valid */
export async function takeLink(db: Reader, wordHash: string, now: Date): Promise<string | undefined> {
  const isValid = and(eq(backupLinks.wordHash, wordHash), gt(backupLinks.expiresAt, now))
  const [row] = await db.delete(backupLinks).where(isValid).returning({ name: backupLinks.name })
  return row?.name
}

export async function deleteOldLinks(tx: Tx, now: Date): Promise<void> {
  await tx.delete(backupLinks).where(lte(backupLinks.expiresAt, now))
}
