/** Backups: made every business day, before migrations and on request, read back, stored, listed, and restored. */
export { UnusableBackup } from './archive/parts.ts'
export { describeFailure, openBackups } from './engine.ts'
export { BucketFailure, backupBucket } from './places/bucket.ts'
export { backupFolder } from './places/folder.ts'
export { type BackupStore, backupTime, DEFAULT_KEEP } from './places/place.ts'
export { type Restored, restoreBackup } from './restore.ts'
export { backUpBeforeMigration, NoBackup, noteBackup } from './schedule.ts'
export { backupDirOf, existingPart, isOnSameDisk, readBackupState } from './state.ts'
