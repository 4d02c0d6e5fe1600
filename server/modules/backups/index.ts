/** Backups: made every business day, before migrations and on request, read back, stored, listed, and restored. */
export { backupDirOf, backupFileAt, DEFAULT_KEEP } from './folder.ts'
export { type Backups, backUpBeforeMigration, beginBackup, describeFailure, NoBackup, readBackupState } from './make.ts'
export { type Restored, restoreBackup } from './restore-repo.ts'
export { UnusableBackup } from './text.ts'
