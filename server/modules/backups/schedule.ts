import type { Database } from '#server/db/index.ts'
import { SERVER } from '#server/modules/accounts/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BackupFacts, Backups } from '#server/platform/backups.ts'
import type { Clock } from '#server/platform/clock.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import type { BackupMaker } from './making.ts'

/** After a failed attempt the next one waits, so that a full disk or a lost bucket does not cost a backup a minute. */
const RETRY_MS = 60 * 60_000
/** Connections become free soon, and an attempt without one costs nothing: the next check makes it. */
const NO_CONNECTION_RETRY_MS = 50_000

interface Schedule {
  db: Database
  backups: Backups
  maker: BackupMaker
  clock: Clock
  timeZone: string
}

/** Begins the backup of the business day, if it is due (docs/product/backups.md#backups-when). */
export async function backUpWhenDue({ db, backups, maker, clock, timeZone }: Schedule): Promise<void> {
  if (backups.keep === 0) return
  const now = clock.now()
  const { businessDayStart: startsAt } = await readSettings(db)
  const dayStart = businessDayStart(now, startsAt, timeZone)
  if (!isBackupDue(await backups.state(), dayStart, now)) return
  // Several instances find this at once; the engine begins one.
  await maker.begin('schedule', SERVER, dayStart).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'backup_running')) throw error
  })
}

/**
 * Whether the business day needs a backup now: it has no good one yet, and no attempt is in progress or has just
 * failed. A moment in the future, from before a clock was set back, counts as none.
 */
export function isBackupDue({ lastAt, failedAt, failure, running }: BackupFacts, dayStart: Date, now: Date): boolean {
  if (running) return false
  if (lastAt !== null && lastAt >= dayStart && lastAt <= now) return false
  const retryMs = failure === 'no_connection' ? NO_CONNECTION_RETRY_MS : RETRY_MS
  return failedAt === null || failedAt > now || now.getTime() - failedAt.getTime() >= retryMs
}
