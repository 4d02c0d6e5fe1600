import pg from 'pg'
import { type DatabaseServer, isLocked } from '#server/db/index.ts'
import { refuseMoved } from '#server/db/suitable.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { hasTable, openForCopy, rowsOf } from './archive/snapshot-repo.ts'
import { type Erasures, erasuresIn } from './erased/erased-repo.ts'

/** An arbitrary number, the same for every instance. */
export const BACKUP_LOCK = 7_262_002

export interface BackupOutcomes {
  /** When the last good backup was made. */
  lastAt: Date | null
  /** When a backup failed last, wholly or in part; null after a good one. */
  failedAt: Date | null
  failure: BackupFailure | null
}

/** A connection to the database beside the pools, for the work of backups. */
export interface BackupDatabase extends Erasures {
  /**
   * Takes the lease: an advisory lock of this connection. PostgreSQL releases it when the connection ends, however its
   * process ended, and no clock takes part.
   * @returns false while another instance or command has it
   */
  takeLease(): Promise<boolean>
  /** Whether anyone has the lease. */
  isRunning(): Promise<boolean>
  /** @throws UnsuitableDatabase if the restaurant was moved away: a backup would pass for one of the new place */
  refuseMoved(): Promise<void>
  outcomes(): Promise<BackupOutcomes>
  record(outcome: Partial<BackupOutcomes>): Promise<void>
  close(): Promise<void>
}

export async function openBackupDatabase(where: DatabaseServer | string): Promise<BackupDatabase> {
  const client = await openForCopy(where)
  return {
    async takeLease() {
      const [row] = await rowsOf<{ taken: boolean }>(client, 'select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
      return row?.taken ?? false
    },
    isRunning: () => isLocked(client, BACKUP_LOCK),
    async refuseMoved() {
      if (!(await hasTable(client, 'backup_state'))) throw new Error('There is no restaurant in this database yet.')
      await refuseMoved(client)
    },
    async outcomes() {
      const [row] = await rowsOf<BackupOutcomes>(
        client,
        'select last_at as "lastAt", failed_at as "failedAt", failure from backup_state',
      )
      return row ?? { lastAt: null, failedAt: null, failure: null }
    },
    async record({ lastAt, failedAt = null, failure = null }) {
      await client.query(
        `insert into backup_state (id, last_at, failed_at, failure) values (1, $1, $2, $3)
         on conflict (id) do update set last_at = coalesce(excluded.last_at, backup_state.last_at),
           failed_at = excluded.failed_at, failure = excluded.failure`,
        [lastAt ?? null, failedAt, failure],
      )
    },
    ...erasuresIn(client),
    close: () => client.end().catch(() => {}),
  }
}

/** Whether an error is the database's: its message may contain what a person typed. */
export const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError
