import { noteInJournal } from '#server/modules/journal/index.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, sendCsv } from '#server/platform/http/route.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { getReport } from '#shared/contracts/reports.ts'
import { readReportSource, renderFile, renderReport, sumMonths } from './service.ts'

/** For how long the server may sum before it accepts requests; a million orders take some ten seconds. */
const MAX_AT_START_MS = 60_000

/** Reports: sales from one business day to another, compared with the period before. */
export const reportsArea: Area = (parts) => {
  const { db, log, timeZone } = parts
  reportRoutes(parts)
  return {
    // Before the first report: after an update that sums anew, it would otherwise read all orders.
    start: () => sumMonths(db, timeZone, log, MAX_AT_START_MS),
    timers: [{ everyMs: 60_000, run: () => sumMonths(db, timeZone, log) }],
  }
}

/** How many reports may wait for the one that is being made; further ones are rejected. */
const MAX_WAITING = 4

function reportRoutes({ app, db, reports, clock, timeZone }: AreaParts): void {
  // One at a time, so that concurrent reports take no more of the machine than one.
  const inTurn = bounded(1, MAX_WAITING, 'reports')
  const inProgress = new Map<string, Promise<Uint8Array>>()

  /** The JSON of a report; concurrent requests for the same period share one. @throws BusyError if too many wait */
  function readShared(from: string, to: string): Promise<Uint8Array> {
    const key = `${from} ${to}`
    const current = inProgress.get(key)
    if (current !== undefined) return current
    const render = async () => renderReport(await readReportSource(reports, { from, to, timeZone }))
    const report = inTurn(render).finally(() => inProgress.delete(key))
    inProgress.set(key, report)
    return report
  }

  route(app, getReport, async ({ query, owner, request, reply }) => {
    const { from, to, as, part = 'days' } = query
    const report = await readShared(from, to)
    // Sent as the worker made it: validating thousands of days by the contract would delay orders.
    if (as !== 'csv') return reply.type('application/json; charset=utf-8').send(Buffer.from(report.buffer))
    const csv = await renderFile(report, part, languageOf(request))
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `report-${part}-${from}-${to}.csv`, Buffer.from(csv.buffer))
  })
}
