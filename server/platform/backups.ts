import type { Readable } from 'node:stream'
import type { BackupFailure } from '#shared/contracts/backups.ts'

export type BackupReason = 'hand' | 'schedule' | 'migration'

export interface StoredBackup {
  name: string
  at: Date
  /** Without pictures. */
  bytes: number
  /** Whether it was read back and compared, as each was that got its name, and was not found damaged since. */
  checked: boolean
  where: 'folder' | 'bucket' | 'both'
}

/** How the last backups went, for all instances. */
export interface BackupFacts {
  /** When the last good backup was made. */
  lastAt: Date | null
  /** When a backup failed last, wholly or in part; null after a good one. */
  failedAt: Date | null
  /** Why; null after a good one. */
  failure: BackupFailure | null
  running: boolean
  /** Whether the backups are only on the disk with the data. */
  sameDisk: boolean
}

/** What areas see of the engine that makes backups; `server/modules/backups/engine.ts` is the engine. */
export interface Backups {
  /** How many backups are kept; 0: none is made by itself nor before migrations. */
  readonly keep: number
  /**
   * Begins a backup: resolves once this instance has the lease. `done` is settled in any case, and a failure is recorded
   * and logged.
   * @param options `unlessSince`: begins none if a good one was made since then; the result is then undefined
   * @throws AppError `backup_running`
   */
  begin(reason: BackupReason, options?: { unlessSince?: Date }): Promise<{ done: Promise<StoredBackup> } | undefined>
  /** Newest first. */
  list(): Promise<StoredBackup[]>
  /**
   * The download: a tar of the backup, its pictures and the erased keys.
   * @throws AppError `not_found`
   */
  open(name: string): Promise<{ fileName: string; stream: Readable }>
  state(): Promise<BackupFacts>
  /** Notes the keys of erased rows beside the backups. Never throws: a failure is logged, and the next call tries again. */
  noteErasures(): Promise<void>
  /** Ends a running backup and removes what it has written. */
  close(): Promise<void>
}
