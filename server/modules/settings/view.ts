import type { Settings } from '#shared/contracts/settings.ts'
import type { SettingsRow } from './repo.ts'

/** The settings that everybody may read, and the rest for an owner. */
export function settingsView(row: SettingsRow, timeZone: string, forOwner: boolean): Settings {
  const { language, currency, whatsappNotificationsEnabled, ordersPaused } = row
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = row
  const { ownerPhoneNumber, businessDayStart } = row
  return {
    language,
    currency,
    whatsappNotificationsEnabled,
    ordersPaused,
    ordersPausedUntil: row.ordersPausedUntil?.toISOString() ?? null,
    timeZone,
    restaurantName,
    restaurantAddress,
    restaurantPhone,
    legalName,
    taxNumber,
    ...(forOwner && { ownerPhoneNumber, businessDayStart }),
  }
}
