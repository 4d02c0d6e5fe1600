import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod/mini'
import {
  type Database,
  type DatabaseServer,
  failureKind,
  inTransaction,
  type Reader,
  readBackupOutcome,
  type Tx,
} from '#server/db/index.ts'
import { SERVER } from '#server/modules/accounts/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { BackupFailure, backupStateSchema } from '#shared/contracts/backups.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { backupWords } from '#shared/i18n/words/owner/backups.ts'
import * as folder from './folder.ts'
import { clearRestored, endWaiting, isBackupRunning, isDatabaseError, recordOutcome, takeBackupLock } from './repo.ts'
import { writeBackup } from './snapshot-repo.ts'
import { checkBackup, UnusableBackup } from './text.ts'

/** The sources of a backup, and the folder where it is written. */
export interface Backups {
  /** The database's server: a backup has connections of its own. */
  server: DatabaseServer
  pictures: PictureStore
  dir: string
  /** How many are kept; 0: none is made by itself nor before migrations. */
  keep: number
  clock: Clock
  log: Log
}

/**
 * Begins a backup: resolves once this process has the lock. `done` is settled in any case; a failure is recorded and
 * logged, and beginning and end are announced to owners' pages.
 * @param options `unlessSince`: begins none if a good one was made since then; `ended` ends it without a file;
 *   `keepsOld`: removes none
 * @throws AppError `backup_running`; `restored_copy`, because it could take the place of a backup of the real one
 */
export async function beginBackup(
  backups: Backups,
  actor: Actor,
  { unlessSince, ended, keepsOld }: { unlessSince?: Date; ended?: AbortSignal; keepsOld?: boolean } = {},
): Promise<{ done: Promise<folder.StoredBackup> } | undefined> {
  const { tx, release, close } = await takeBackupLock(backups.server)
  try {
    const outcome = await readBackupOutcome(tx)
    if (!outcome) throw new Error('There is no restaurant in this database yet.')
    if (outcome.restoredAt) throw new AppError('restored_copy')
    if (unlessSince && isBetween(outcome.lastAt, unlessSince, backups.clock.now())) {
      await close()
      return undefined
    }
    await announceArea(tx, 'service')
  } catch (error) {
    await close()
    throw error
  }
  const make = async () => {
    try {
      return await makeBackup(tx, backups, actor, { ended, keepsOld })
    } finally {
      // The lock is released first: a page that is told of the end must not find the backup running.
      await release()
      await announceArea(tx, 'service').catch(() => {})
      await close()
    }
  }
  return { done: make() }
}

async function makeBackup(
  tx: Tx,
  backups: Backups,
  actor: Actor,
  { ended, keepsOld = false }: { ended: AbortSignal | undefined; keepsOld: boolean | undefined },
): Promise<folder.StoredBackup> {
  const { server, dir, keep, pictures, clock, log } = backups
  const at = clock.now()
  const temporary = path.join(dir, `${folder.TEMPORARY}${process.pid}`)
  try {
    await folder.prepareFolder(dir)
    const head = await writeBackup(server, temporary, ended)
    await checkBackup(temporary)
    const missing = await folder.copyPictures(head.pictures, [pictures], folder.picturesBeside(dir))
    if (missing > 0) log.warn({ missing }, 'pictures of a backup are not stored any more')
    await folder.noteErased(tx, dir)
    ended?.throwIfAborted()
    const made = await folder.publish(dir, temporary, at)
    log.info({ backup: made.name, bytes: made.bytes }, 'a backup was made and checked')
    await recordOutcome(tx, { lastAt: at })
      .then(() => noteInJournal(tx, actor, 'backup_made', { backup: made.name }, at))
      // Before a migration, the tables may be older than this version.
      .catch((error: unknown) => log.error({ err: error }, 'a backup could not be recorded'))
    if (!keepsOld)
      await folder
        .removeOld(dir, keep)
        .catch((error: unknown) => log.warn({ err: error }, 'old backups could not be removed'))
    return made
  } catch (error) {
    const failure = failureReason(error)
    log.error({ err: error, failure }, 'a backup failed')
    await recordOutcome(tx, { failedAt: at, failure }).catch(() => {})
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

const FULL = ['ENOSPC', 'EDQUOT']
const CLOSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST']

/** Why a backup failed. */
export function failureReason(error: unknown): BackupFailure {
  if (error instanceof UnusableBackup) return 'changed'
  // The picture store cannot be reached.
  if (error instanceof AppError) return 'pictures_unreachable'
  if (isDatabaseError(error) || failureKind(error) === 'unavailable') return 'database'
  const { code = '' } = error as NodeJS.ErrnoException
  return FULL.includes(code) ? 'disk_full' : CLOSED.includes(code) ? 'folder_closed' : 'other'
}

/** Why a backup failed, in sentences for the person who runs Masa that contain no data. */
export function describeFailure(error: unknown, dir: string): string {
  const reason = failureReason(error)
  const { code = reason, message } = error as NodeJS.ErrnoException
  if (reason === 'other') return message
  const [english] = backupWords.failures[reason]
  return `${english} (${dir}, ${code})`
}

/** The pause after a failed backup, so that a full disk does not cause one each minute. */
const RETRY_MS = 10 * 60_000

/**
 * The beginning of the business day if it needs a backup now: it has no good one yet, and no attempt has just failed. A
 * backup from the future, made before the clock was set back, does not count.
 */
export async function dayWithoutBackup(db: Reader, { keep, clock }: Pick<Backups, 'keep' | 'clock'>, timeZone: string) {
  if (keep === 0) return undefined
  const now = clock.now()
  const dayStart = businessDayStart(now, (await readSettings(db)).businessDayStart, timeZone)
  const { lastAt = null, failedAt = null, restoredAt = null } = (await readBackupOutcome(db)) ?? {}
  if (restoredAt) return undefined
  const hasFailed = isBetween(failedAt, new Date(now.getTime() - RETRY_MS + 1), now)
  return hasFailed || isBetween(lastAt, dayStart, now) ? undefined : dayStart
}

const isBetween = (moment: Date | null, from: Date, to: Date) => moment !== null && moment >= from && moment <= to

/** The backup before a migration failed, so nothing was migrated; the message gives the reason in sentences. */
export class NoBackup extends Error {}

const WAIT_MS = 1_000

/**
 * Waits until another instance's backup ends, and then makes one: the other may miss recent orders
 * (docs/product/backups.md#backups-migration). A restored copy has the backup that it was made from.
 */
export async function backUpBeforeMigration(backups: Backups): Promise<void> {
  try {
    await (await beginBackup(backups, SERVER))?.done
  } catch (error) {
    if (error instanceof AppError && error.code === 'restored_copy') return
    if (!(error instanceof AppError && error.code === 'backup_running'))
      throw new NoBackup(describeFailure(error, backups.dir), { cause: error })
    await setTimeout(WAIT_MS)
    await backUpBeforeMigration(backups)
  }
}

/** The state of the backups, for the checks before service. */
export async function readBackupState(
  db: Reader,
  backups: Pick<Backups, 'dir' | 'keep'> | undefined,
  dataDir: string | undefined,
): Promise<z.input<typeof backupStateSchema>> {
  const { lastAt = null, failedAt = null, failure = null, restoredAt = null } = (await readBackupOutcome(db)) ?? {}
  const isClosed = backups !== undefined && !(await folder.canBeWritten(backups.dir))
  const reason = isClosed ? 'folder_closed' : failedAt && (failure ?? 'other')
  return {
    ...{ lastAt, failed: reason !== null, reason },
    sameDisk: backups !== undefined && (await folder.isOnSameDisk(backups.dir, dataDir)),
    running: backups !== undefined && (await isBackupRunning(db)),
    automatic: (backups?.keep ?? 0) > 0 && restoredAt === null,
    restoredAt,
  }
}

/** Records that an owner says that a restored copy is the real one; of anything else, does nothing. */
export function endCopy(db: Database, by: Actor, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await clearRestored(tx))) return
    await endWaiting(tx)
    await noteInJournal(tx, by, 'restored_real', {}, now)
    for (const area of ['service', 'fiscal'] as const) await announceArea(tx, area)
  })
}
