import type { Area } from '#server/platform/area.ts'
import { PRIVACY_CHECK_INTERVAL_MS, privacyClock } from './privacy-clock.ts'
import { customerRoutes } from './routes.ts'

export const customersArea: Area = (parts) => {
  customerRoutes(parts)
  return { timers: [{ everyMs: PRIVACY_CHECK_INTERVAL_MS, run: privacyClock(parts) }] }
}
