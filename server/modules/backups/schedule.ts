import { setTimeout } from 'node:timers/promises'
import { type Database, inTransaction } from '#server/db/index.ts'
import { SERVER } from '#server/modules/accounts/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BackupFacts, BackupReason, Backups, StoredBackup } from '#server/platform/area.ts'
import type { Clock } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { describeFailure } from './engine.ts'

interface Parts {
  db: Database
  clock: Clock
  log: Log
}

/** Notes in the journal that a backup was made, and announces it to owners' pages. */
export async function noteBackup(db: Database, actor: Actor, { name }: StoredBackup, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await noteInJournal(tx, actor, 'backup_made', { backup: name }, now)
    await announceArea(tx, 'service')
  })
}

/** Makes backups, one at a time, and announces beginning and end to owners' pages. */
export class BackupMaker {
  readonly #backups: Backups
  readonly #parts: Parts
  #running: Promise<void> | undefined

  constructor(backups: Backups, parts: Parts) {
    this.#backups = backups
    this.#parts = parts
  }

  /** Resolves as soon as it has begun; its end is announced. @throws AppError `backup_running` */
  async begin(reason: BackupReason, actor: Actor, unlessSince?: Date): Promise<void> {
    const begun = await this.#backups.begin(reason, { ...(unlessSince && { unlessSince }) })
    if (!begun) return
    this.#running = this.#follow(begun.done, actor)
    await this.#announce()
  }

  async close(): Promise<void> {
    await this.#backups.close()
    await this.#running
  }

  async #follow(done: Promise<StoredBackup>, actor: Actor): Promise<void> {
    const { db, clock, log } = this.#parts
    // The engine logs a failure.
    const backup = await done.catch(() => undefined)
    if (!backup) return this.#announce()
    await noteBackup(db, actor, backup, clock.now()).catch((error: unknown) =>
      log.error({ err: error }, 'a backup could not be recorded'),
    )
  }

  // A failure only means that open pages show the change later: the backup goes on.
  async #announce(): Promise<void> {
    const { db, log } = this.#parts
    await inTransaction(db, (tx) => announceArea(tx, 'service')).catch((error: unknown) =>
      log.warn({ err: error }, 'the state of the backups could not be announced'),
    )
  }
}

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

const WAIT_MS = 1_000

/** The backup before a migration failed, so nothing was migrated; the message is the reason, as a sentence. */
export class NoBackup extends Error {}

/**
 * Waits for another instance's backup, and makes one then: that one may miss what was ordered since
 * (docs/product/backups.md#backups-migration). @throws NoBackup
 */
export async function backUpBeforeMigration(backups: Backups, dir: string): Promise<StoredBackup> {
  try {
    for (;;) {
      const begun = await backups.begin('migration').catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'backup_running')) throw error
      })
      if (begun) return await begun.done
      await setTimeout(WAIT_MS)
    }
  } catch (error) {
    throw new NoBackup(describeFailure(error, dir), { cause: error })
  }
}
