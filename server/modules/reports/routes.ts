import { noteInJournal } from '#server/modules/journal/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/answers/errors.ts'
import { sendCsv } from '#server/platform/http/answers/send-csv.ts'
import { route } from '#server/platform/http/route.ts'
import { bounded } from '#server/platform/limits/bounded.ts'
import { getReport, type Report } from '#shared/contracts/reports.ts'
import { reportFile } from './file.ts'
import { readReport } from './read.ts'

/** How many reports may wait for the one that is being made; further ones are rejected. */
const MAX_WAITING = 4

export function reportRoutes({ app, db, reports, clock, timeZone }: AreaParts): void {
  // One at a time, so that concurrent reports take no more of the machine than one.
  const inTurn = bounded(1, MAX_WAITING)
  const inProgress = new Map<string, Promise<Report>>()

  /** The report of a period; concurrent requests for the same period share one. @throws BusyError if too many wait */
  function readShared(from: string, to: string): Promise<Report> {
    const key = `${from} ${to}`
    const current = inProgress.get(key)
    if (current !== undefined) return current
    const report = inTurn(() => readReport(reports, { from, to, timeZone })).finally(() => inProgress.delete(key))
    inProgress.set(key, report)
    return report
  }

  route(app, getReport, async ({ query, owner, request, reply }) => {
    const { from, to, as, part = 'days' } = query
    const report = await readShared(from, to)
    // Serialized without the schema: validating thousands of days would delay orders.
    if (as !== 'csv') return reply.serializer(JSON.stringify).send(report)
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `report-${part}-${from}-${to}.csv`, reportFile(report, part, languageOf(request)))
  })
}
