import { OWNER_SETTINGS, PUBLIC_SETTINGS, SERVICE_SETTINGS, type Settings } from '#shared/contracts/settings.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import { pick } from '#shared/domain/objects.ts'
import { pauseAt } from './pause.ts'
import type { SettingsRow } from './repo.ts'

/**
 * The settings that a user may read. Columns that the contract does not name never leave the server.
 * @param user null for a guest
 */
export function settingsView(row: SettingsRow, timeZone: string, now: Date, user: Rights | null): Settings {
  const { ordersPaused, ordersPausedUntil } = pauseAt(row, now)
  const settings = { ...row, timeZone, ordersPaused, ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null }
  return pick(settings, [
    ...PUBLIC_SETTINGS,
    ...(mayUse('service', user) ? SERVICE_SETTINGS : []),
    ...(mayUse('owner', user) ? OWNER_SETTINGS : []),
  ])
}
