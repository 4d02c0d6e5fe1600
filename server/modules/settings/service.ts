import { isDeepStrictEqual } from 'node:util'
import { type Database, inTransaction } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { applyNotificationSettings } from '#server/modules/notifications/index.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type SettingsChange, settingsChangeSchema } from '#shared/contracts/settings.ts'
import { changedPause } from './pause.ts'
import { lockSettings, moveCategoriesToFirst, readSettings, type SettingsRow, writeSettings } from './repo.ts'
import { changedRetention } from './retention.ts'
import { changedStations, isStationRemoved } from './stations.ts'

/** The author and time of a change. */
interface ChangeContext {
  by: Viewer
  timeZone: string
  now: Date
}

/** Changes the given settings and records the change in the journal. @returns the settings after the change */
export function saveSettings(
  db: Database,
  change: SettingsChange,
  { by, timeZone, now }: ChangeContext,
): Promise<SettingsRow> {
  const isEmpty = Object.values(change).every((value) => value === undefined)
  if (isEmpty) return readSettings(db)
  return inTransaction(db, async (tx) => {
    const before = await lockSettings(tx)
    const { ordersPaused: _, ordersPausedUntil: __, retentionMonths, stations, ...rest } = change
    const retention = changedRetention(before, retentionMonths, now)
    const after = await writeSettings(tx, {
      ...rest,
      ...changedPause(before, change, now),
      ...retention,
      ...changedStations(before, stations),
    })
    if (isStationRemoved(before.stations, after.stations)) await moveCategoriesToFirst(tx, after.stations)
    await applyNotificationSettings(tx, before, after, timeZone, now)
    const changed = changedSettings(before, after)
    if (changed.length > 0) await noteInJournal(tx, by, 'settings_changed', { settings: changed }, now)
    return after
  })
}

/** The names of the settings that differ; not their values, which may be personal data. */
function changedSettings(before: SettingsRow, after: SettingsRow): string[] {
  return Object.keys(settingsChangeSchema.shape).filter((name) => {
    const [oldValue, newValue] = [before, after].map((row) => row[name as keyof SettingsRow])
    return !isDeepStrictEqual(oldValue, newValue)
  })
}
