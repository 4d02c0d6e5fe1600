import type { AreaBase } from '#server/platform/area.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { readableElements } from '#server/platform/log.ts'
import { getJournal, journalEntrySchema } from '#shared/contracts/journal.ts'
import { listEntries } from './repo.ts'

export function journalArea({ app, db }: AreaBase): void {
  // An entry that cannot be parsed, for example of a kind from a newer version, is left out.
  route(app, getJournal, async ({ query: { before, limit }, request }) => {
    // One entry more than the page needs, to know whether there are older ones.
    const rows = await listEntries(db, before, limit + 1)
    const entries = rows.slice(0, limit)
    return {
      entries: readableElements(journalEntrySchema, entries, logOf(request), 'the journal'),
      before: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
    }
  })
}
