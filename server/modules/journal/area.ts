import type { Area } from '#server/platform/area.ts'
import { forgetEntries } from './forget.ts'
import { journalRoutes } from './routes.ts'

const FORGET_MS = 60 * 60_000

export const journalArea: Area = (parts) => {
  const { live, clock, timeZone } = parts
  journalRoutes(parts)
  return { timers: [{ everyMs: FORGET_MS, run: () => forgetEntries(live, clock.now(), timeZone) }] }
}
