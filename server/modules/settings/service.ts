import { type Database, inTransaction } from '#server/db/index.ts'
import { InputError } from '#server/platform/http/issues.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import { changedPause, isPauseEnd } from './pause.ts'
import { lockSettings, readSettings, type SettingsRow, writeSettings } from './repo.ts'

/**
 * Changes the named settings and leaves the rest.
 * @throws InputError for a pause that would end in the past or beyond a day
 */
export function saveSettings(db: Database, change: SettingsChange, now: Date): Promise<SettingsRow> {
  const isEmpty = Object.values(change).every((value) => value === undefined)
  if (isEmpty) return readSettings(db)
  const { ordersPausedUntil: until } = change
  if (until && !isPauseEnd(new Date(until), now)) throw new InputError([PAUSE_END_ISSUE])
  return inTransaction(db, async (tx) => {
    const before = await lockSettings(tx)
    return writeSettings(tx, { ...change, ...changedPause(before, change, now) })
  })
}

const PAUSE_END_ISSUE = {
  code: 'custom' as const,
  path: ['ordersPausedUntil'],
  message: 'validation.pauseEnd',
  input: undefined,
}
