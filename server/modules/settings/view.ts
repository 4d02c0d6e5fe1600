import { OWNER_SETTINGS, PUBLIC_SETTINGS, type Settings } from '#shared/contracts/settings.ts'
import { pick } from '#shared/domain/objects.ts'
import { pauseAt } from './pause.ts'
import type { SettingsRow } from './repo.ts'

/** The settings that a guest or an owner may read. Columns that the contract does not name never leave the server. */
export function settingsView(row: SettingsRow, timeZone: string, now: Date, forOwner: boolean): Settings {
  const { ordersPaused, ordersPausedUntil } = pauseAt(row, now)
  const settings = { ...row, timeZone, ordersPaused, ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null }
  return pick(settings, forOwner ? [...PUBLIC_SETTINGS, ...OWNER_SETTINGS] : PUBLIC_SETTINGS)
}
