import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { getJournal } from '#shared/contracts/journal.ts'
import { journalPage } from './read.ts'

export function journalRoutes({ app, db, log }: AreaParts): void {
  route(app, getJournal, ({ query: { before, limit } }) => journalPage(db, log, { before, limit }))
}
