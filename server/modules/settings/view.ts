import type { Settings } from '#shared/contracts/settings.ts'
import type { SettingsRow } from './repo.ts'

/** What may leave the server: the owner's phone number only to an owner. */
export function settingsView(
  { id, ownerPhoneNumber, ...row }: SettingsRow,
  timeZone: string,
  forOwner: boolean,
): Settings {
  return { ...row, timeZone, ...(forOwner && { ownerPhoneNumber }) }
}
