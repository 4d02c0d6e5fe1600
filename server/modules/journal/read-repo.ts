import { and, desc, inArray, lt, type SQL } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { journal } from '#server/db/schema/index.ts'

/** The newest entries, or the newest ones before an id where one is given. */
export function listEntries(db: Reader, before: number | undefined, limit: number) {
  const older: SQL | undefined = before === undefined ? undefined : lt(journal.id, before)
  return db.select().from(journal).where(older).orderBy(desc(journal.id)).limit(limit)
}

/** Deletes so many entries at most that are older than a moment. @returns how many */
export async function deleteEntriesBefore(db: Reader, moment: Date, most: number): Promise<number> {
  const some = db.select({ id: journal.id }).from(journal).where(lt(journal.at, moment)).limit(most)
  const { rowCount } = await db.delete(journal).where(and(inArray(journal.id, some), lt(journal.at, moment)))
  return rowCount ?? 0
}
