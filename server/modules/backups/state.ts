import type { Backups } from '#server/platform/backups.ts'
import type { Backup, BackupState } from '#shared/contracts/backups.ts'

/** The state without an engine. */
const NONE: BackupState = {
  ...{ lastAt: null, failed: false, reason: null, sameDisk: false, running: false, automatic: false },
}

/** The state of the backups for owners (docs/product/backups.md#backups-state). */
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

/** All backups for owners, the newest first. */
export async function listStored(backups: Backups | undefined): Promise<Backup[]> {
  const stored = (await backups?.list()) ?? []
  return stored.map((backup) => ({ ...backup, at: backup.at.toISOString() }))
}
