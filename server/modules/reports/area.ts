import type { Area } from '#server/platform/area.ts'
import { reportRoutes } from './routes.ts'
import { sumMonths } from './service.ts'

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
