import type { Area } from '#server/platform/area.ts'
import { journalRoutes } from './routes.ts'
import { deleteOldEntries } from './service.ts'

const CLEANUP_INTERVAL_MS = 60 * 60_000

export const journalArea: Area = (parts) => {
  const { live, clock, timeZone } = parts
  journalRoutes(parts)
  return { timers: [{ everyMs: CLEANUP_INTERVAL_MS, run: () => deleteOldEntries(live, clock.now(), timeZone) }] }
}
