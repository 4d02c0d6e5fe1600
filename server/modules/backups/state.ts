import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type Database, inTransaction } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Backups } from '#server/platform/area.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { type Backup, type BackupState, downloadBackup } from '#shared/contracts/backups.ts'
import { deleteOldLinks, insertLink, takeLink } from './repo.ts'

const NONE: BackupState = {
  ...{ lastAt: null, failed: false, reason: null, sameDisk: false, running: false, automatic: false },
}

export async function readBackupState(backups: Backups | undefined): Promise<BackupState> {
  if (!backups) return NONE
  const { lastAt, failedAt, failure, sameDisk, running } = await backups.state()
  return {
    lastAt: lastAt?.toISOString() ?? null,
    failed: failedAt !== null,
    reason: failedAt && (failure ?? 'other'),
    sameDisk,
    running,
    automatic: backups.keep > 0,
  }
}

export async function listStored(backups: Backups | undefined): Promise<Backup[]> {
  const stored = (await backups?.list()) ?? []
  return stored.map((backup) => ({ ...backup, at: backup.at.toISOString() }))
}

/** The folder of the backups: BACKUP_DIR, or one beside the data. */
export function backupDirOf({ dir }: { dir: string | undefined }, dataDir: string): string {
  return path.resolve(dir ?? `${path.resolve(dataDir)}-backups`)
}

/** Whether two folders lie on the same disk, also before they exist. */
export async function isOnSameDisk(dir: string, dataDir: string | undefined): Promise<boolean> {
  if (dataDir === undefined) return false
  const [one, other] = await Promise.all([diskOf(dir), diskOf(dataDir)])
  return one === other
}

async function diskOf(folder: string): Promise<number> {
  return (await existingPart(folder)).facts?.dev ?? -1
}

/** A folder, or the nearest parent of one that does not exist yet; it will lie on that one's disk. */
export async function existingPart(folder: string): Promise<{ path: string; facts: Stats | undefined }> {
  for (let existing = path.resolve(folder); ; existing = path.dirname(existing)) {
    const facts = await stat(existing).catch(() => undefined)
    if (facts || existing === path.dirname(existing)) return { path: existing, facts }
  }
}

/* Links by which a backup is downloaded (docs/product/backups.md#backups-download). */

const LINK_VALID_MS = 60_000
const WORD = /^[\w-]{43}$/

/** Creates a link that is valid once and for a minute. @throws AppError `not_found` if there is no such backup */
export async function createLink(
  { db, backups }: { db: Database; backups: Backups | undefined },
  name: string,
  actor: Actor,
  now: Date,
): Promise<{ link: string }> {
  const stored = (await backups?.list()) ?? []
  if (!stored.some((backup) => backup.name === name)) throw new AppError('not_found')
  const word = newToken()
  await inTransaction(db, async (tx) => {
    await deleteOldLinks(tx, now)
    await insertLink(tx, { wordHash: tokenHash(word), name, expiresAt: new Date(now.getTime() + LINK_VALID_MS) })
    await noteInJournal(tx, actor, 'backup_link', { backup: name }, now)
  })
  return { link: downloadBackup.path.replace(':word', word) }
}

/** The word becomes invalid. @throws AppError `link_over` */
export async function redeemLink(db: Database, word: string, now: Date): Promise<string> {
  // A malformed word causes no query.
  const name = WORD.test(word) ? await takeLink(db, tokenHash(word), now) : undefined
  if (name === undefined) throw new AppError('link_over')
  return name
}
