import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { readTaken } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, sendCsv } from '#server/platform/http/route.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { getReport, type Report } from '#shared/contracts/reports.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { reportFile } from './file.ts'
import { readSums } from './repo.ts'
import { countDays, type DayRange, makeReport, startsOf, startsUntil } from './report.ts'

/** How many reports may wait for the one that is being made; further ones are rejected. */
const MAX_WAITING = 4

/** Reports: sales from one business day to another, compared with the period before. */
export function reportsArea({ app, db, clock, reports, timeZone }: AreaBase & { reports: Database }): void {
  // One at a time, so that concurrent reports take no more of the machine than one.
  const oneAtATime = bounded(1, MAX_WAITING)
  route(app, getReport, async ({ query, owner, request, reply }) => {
    const { from, to, as, part = 'days' } = query
    const report = await oneAtATime(() => readReport(reports, timeZone, { from, to }, clock.now()))
    if (as !== 'csv') return report
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `report-${part}-${from}-${to}.csv`, reportFile(report, part, languageOf(request)))
  })
}

/** The report of some days, compared with as many before (docs/product/reports.md#reports-days). */
async function readReport(reports: Database, timeZone: string, days: DayRange, now: Date): Promise<Report> {
  const { businessDayStart, currency, payments } = await readSettings(reports)
  const length = countDays(days)
  const beforeFrom = addDays(days.from, -length)
  const starts = startsOf(days, businessDayStart, timeZone)
  const startsBefore = startsOf({ from: beforeFrom, to: addDays(days.from, -1) }, businessDayStart, timeZone)
  const { day, time } = localTime(now, timeZone)
  const isInProgress = Number(starts[0]) <= now.getTime() && now.getTime() < Number(starts.at(-1))
  const until = isInProgress ? momentOf({ day: addDays(day, -length), time }, timeZone) : null
  const compared = until ? startsUntil(startsBefore, until) : startsBefore
  const readPeriod = async (from: string, within: number[]) => {
    const [startsAt, endsAt] = [new Date(within[0] ?? 0), new Date(within.at(-1) ?? 0)]
    return {
      sums: await readSums(reports, from, within, timeZone),
      taken: payments ? await readTaken(reports, startsAt, endsAt) : null,
    }
  }
  const [current, before] = [await readPeriod(days.from, starts), await readPeriod(beforeFrom, compared)]
  const beforeTo = addDays(beforeFrom, compared.length - 2)
  const periods = { ...days, beforeFrom, beforeTo, beforeUntil: until?.toISOString() ?? null }
  return makeReport({ periods, currency, current, before })
}
