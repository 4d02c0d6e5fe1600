import type { Area } from '#server/platform/area.ts'
import { notifyOfSettings } from './live.ts'
import { settingsRoutes } from './routes.ts'

const PAUSE_CHECK_INTERVAL_MS = 1_000

export const settingsArea: Area = (parts) => {
  settingsRoutes(parts)
  const notifier = notifyOfSettings(parts)
  return {
    topics: { settings: () => void notifier.changed() },
    start: notifier.start,
    onMissed: notifier.invalidate,
    timers: [{ everyMs: PAUSE_CHECK_INTERVAL_MS, run: notifier.checkPause }],
  }
}
