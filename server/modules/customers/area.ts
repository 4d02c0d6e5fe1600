import type { Area } from '#server/platform/area.ts'
import { LOOKS_EVERY_MS, privacyClock } from './erasing/privacy-clock.ts'
import { customerRoutes } from './routes.ts'

export const customersArea: Area = (parts) => {
  customerRoutes(parts)
  return { timers: [{ everyMs: LOOKS_EVERY_MS, run: privacyClock(parts) }] }
}
