import type { Database } from '#server/db/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { type Log, readableElements } from '#server/platform/log.ts'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import { getJournal, journalEntrySchema } from '#shared/contracts/journal.ts'
import { listEntries } from './repo.ts'
import { deleteOldEntries } from './service.ts'

const CLEANUP_INTERVAL_MS = 60 * 60_000

export function journalArea({ app, db, clock, timeZone }: AreaBase): AreaWiring {
  route(app, getJournal, ({ query: { before, limit }, request }) => journalPage(db, logOf(request), { before, limit }))
  return { timers: [{ everyMs: CLEANUP_INTERVAL_MS, run: () => deleteOldEntries(db, clock.now(), timeZone) }] }
}

/** A page of the journal. An entry that cannot be parsed, for example of a kind from a newer version, is left out. */
async function journalPage(
  db: Database,
  log: Log,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Answer<typeof getJournal>> {
  // One entry more than the page needs, to know whether there are older ones.
  const rows = await listEntries(db, before, limit + 1)
  const entries = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }))
  return {
    entries: readableElements(journalEntrySchema, entries, log, 'the journal'),
    before: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
  }
}
