import type { Area } from '#server/platform/area.ts'
import { backupRoutes } from './routes.ts'
import { BackupMaker, backUpWhenDue } from './schedule.ts'

const CHECK_INTERVAL_MS = 60_000

export const backupsArea: Area = (parts) => {
  const { live, clock, log, timeZone, backups } = parts
  // Uses the pool of the sockets, so that a backup takes no connection from the orders.
  const maker = backups && new BackupMaker(backups, { db: live, clock, log })
  backupRoutes(parts, maker)
  if (!backups || !maker) return {}

  const schedule = { db: live, backups, maker, clock, timeZone }
  const noteErasures = () => void backups.noteErasures()
  return {
    start: async () => noteErasures(),
    topics: { erasures: noteErasures },
    onMissed: noteErasures,
    timers: [
      {
        everyMs: CHECK_INTERVAL_MS,
        async run() {
          noteErasures()
          await backUpWhenDue(schedule)
        },
      },
    ],
    close: () => maker.close(),
  }
}
