import { type Database, inTransaction } from '#server/db/index.ts'
import { followSettings } from '#server/modules/notifications/index.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import { changedPause } from './pause.ts'
import { lockSettings, readSettings, type SettingsRow, writeSettings } from './repo.ts'
import { changedRetention } from './retention.ts'

/** Changes the named settings and leaves the rest. */
export function saveSettings(db: Database, change: SettingsChange, now: Date): Promise<SettingsRow> {
  const isEmpty = Object.values(change).every((value) => value === undefined)
  if (isEmpty) return readSettings(db)
  return inTransaction(db, async (tx) => {
    const before = await lockSettings(tx)
    const { ordersPaused: _, ordersPausedUntil: __, retentionMonths, ...rest } = change
    const retention = changedRetention(before, retentionMonths, now)
    const after = await writeSettings(tx, { ...rest, ...changedPause(before, change, now), ...retention })
    await followSettings(tx, before, after, now)
    return after
  })
}
