/** The restaurant's settings: one row, read by every area. */

export { type ReadSettings, readSettings } from './repo.ts'
export { pauseAt, retentionAt, retentionStart } from './service.ts'
