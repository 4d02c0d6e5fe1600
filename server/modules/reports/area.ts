import type { Area } from '#server/platform/area.ts'
import { reportRoutes } from './routes.ts'
import { sumMonths } from './sum-months.ts'

export const reportsArea: Area = (parts) => {
  const { db, log, timeZone } = parts
  reportRoutes(parts)
  return { timers: [{ everyMs: 60_000, run: () => sumMonths(db, timeZone, log) }] }
}
