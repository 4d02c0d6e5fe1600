import type { Database } from '#server/db/index.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import { readSettings, type SettingsRow, writeSettings } from './repo.ts'

/** Changes the named settings and leaves the rest. */
export function saveSettings(db: Database, change: SettingsChange): Promise<SettingsRow> {
  const isEmpty = Object.values(change).every((value) => value === undefined)
  return isEmpty ? readSettings(db) : writeSettings(db, change)
}
