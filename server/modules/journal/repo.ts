import type { Reader } from '#server/db/index.ts'
import { journal } from '#server/db/schema/index.ts'

export type JournalRow = typeof journal.$inferSelect

export async function insertEntry(db: Reader, entry: typeof journal.$inferInsert): Promise<void> {
  await db.insert(journal).values(entry)
}
