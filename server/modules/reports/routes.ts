import { noteInJournal } from '#server/modules/journal/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/answers/errors.ts'
import { sendCsv } from '#server/platform/http/answers/send-csv.ts'
import { route } from '#server/platform/http/route.ts'
import { getReport, type Report } from '#shared/contracts/reports.ts'
import { ReportTurns } from './ask.ts'
import { reportFile } from './file.ts'
import { readReport } from './read.ts'

export function reportRoutes({ app, db, reports, clock, timeZone }: AreaParts): void {
  const turns = new ReportTurns<Report>()
  route(app, getReport, async ({ query, owner, request, reply }) => {
    const { from, to, as, part = 'days' } = query
    const report = await turns.ask(`${from} ${to}`, () => readReport(reports, { from, to, timeZone }))
    // Thousands of days are not judged one by one: orders would wait meanwhile.
    if (as !== 'csv') return reply.serializer(JSON.stringify).send(report)
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `report-${part}-${from}-${to}.csv`, reportFile(report, part, languageOf(request)))
  })
}
