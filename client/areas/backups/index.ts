import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The backups, for owners: their list in the settings, and making one. */
export { useConfirmRestored, useStartBackup } from './backup-requests.ts'
export const BackupSettings = lazyPart(() => import('./backup-settings.tsx'))
