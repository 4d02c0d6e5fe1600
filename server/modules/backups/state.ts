import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Backups } from '#server/platform/area.ts'
import type { Backup, BackupState } from '#shared/contracts/backups.ts'

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
