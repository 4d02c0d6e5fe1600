/** The restaurant's settings: one row, read by every area. */

export { lastClosedEntry, lockDay, type ReadSettings, readSettings } from './repo.ts'
export { pauseAt, retentionAt, retentionStart } from './service.ts'
