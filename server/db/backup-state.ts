import { sql } from 'drizzle-orm'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import type { Reader } from './connect.ts'

/** How the last backups went. */
export interface BackupOutcome {
  /** When the last good backup was made. */
  lastAt: Date | null
  /** When a backup failed last; null after a good one. */
  failedAt: Date | null
  failure: BackupFailure | null
}

/** Reads how the last backups went; undefined in an empty database. */
export async function readBackupOutcome(db: Reader): Promise<BackupOutcome | undefined> {
  const tables = await db.execute<{ exists: boolean }>(sql`select to_regclass('backup_state') is not null as exists`)
  if (!tables.rows[0]?.exists) return undefined
  const { rows } = await db.execute<{ last: string | null; failed: string | null; failure: BackupFailure | null }>(
    sql`select extract(epoch from last_at) as last, extract(epoch from failed_at) as failed, failure from backup_state`,
  )
  const { last = null, failed = null, failure = null } = rows[0] ?? {}
  return { lastAt: dateOf(last), failedAt: dateOf(failed), failure }
}

const dateOf = (seconds: string | null) => (seconds === null ? null : new Date(Number(seconds) * 1000))
