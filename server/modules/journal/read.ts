import type { Database } from '#server/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { readable } from '#server/platform/readable.ts'
import type { Answer } from '#shared/contracts/endpoint.ts'
import { type getJournal, journalEntrySchema } from '#shared/contracts/journal.ts'
import { listEntries } from './read-repo.ts'

/** A page of the journal. An entry that cannot be read, for example of a kind from a newer version, is left out. */
export async function journalPage(
  db: Database,
  log: Log,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Answer<typeof getJournal>> {
  // One entry more than the page needs shows whether there are older ones.
  const rows = await listEntries(db, before, limit + 1)
  const shown = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }))
  return {
    entries: readable(journalEntrySchema, shown, log, 'the journal'),
    before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
