import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { readTaken } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, sendCsv } from '#server/platform/http/route.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { getReport, type Report } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { countDays, type DayRange, startsOf } from './days.ts'
import { reportFile } from './file.ts'
import { readSums } from './repo.ts'
import { makeReport } from './report.ts'

/** How many reports may wait for the one that is being made; further ones are rejected. */
const MAX_WAITING = 4

/** Reports: sales from one business day to another, compared with the period before. */
export function reportsArea({ app, db, clock, reports, timeZone }: AreaBase & { reports: Database }): void {
  // One at a time, so that concurrent reports take no more of the machine than one.
  const oneAtATime = bounded(1, MAX_WAITING)
  route(app, getReport, async ({ query, owner, request, reply }) => {
    const { from, to, as, part = 'days' } = query
    const report = await oneAtATime(() => readReport(reports, timeZone, { from, to }))
    if (as !== 'csv') return report
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `report-${part}-${from}-${to}.csv`, reportFile(report, part, languageOf(request)))
  })
}

/** The report of some days, compared with as many before (docs/product/reports.md#reports-days). */
async function readReport(reports: Database, timeZone: string, days: DayRange): Promise<Report> {
  const { businessDayStart, currency, payments } = await readSettings(reports)
  const daysBefore = { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) }
  const readPeriod = async (period: DayRange) => {
    const starts = startsOf(period, businessDayStart, timeZone)
    const [startsAt, endsAt] = [new Date(starts[0] ?? 0), new Date(starts.at(-1) ?? 0)]
    return {
      sums: await readSums(reports, period, starts, timeZone),
      taken: payments ? await readTaken(reports, startsAt, endsAt) : null,
    }
  }
  const [current, before] = [await readPeriod(days), await readPeriod(daysBefore)]
  const periods = { ...days, beforeFrom: daysBefore.from, beforeTo: daysBefore.to }
  return makeReport({ periods, currency, current, before })
}
