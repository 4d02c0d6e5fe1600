/** The restaurant's settings: one row, read by every area. */
export { pauseAt } from './pause.ts'
export { areSettingsUnchangedSql, type ReadSettings, readSettings } from './repo.ts'
export { retentionAt, retentionStart } from './retention.ts'
