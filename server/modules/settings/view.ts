import type { Settings } from '#shared/contracts/settings.ts'
import type { SettingsRow } from './repo.ts'

/** What everybody may read; whatever else there is, only an owner. */
export function settingsView(row: SettingsRow, timeZone: string, forOwner: boolean): Settings {
  const { language, currency, whatsappNotificationsEnabled, ordersPaused } = row
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = row
  const { ownerPhoneNumber, businessDayStart } = row
  return {
    language,
    currency,
    whatsappNotificationsEnabled,
    ordersPaused,
    timeZone,
    restaurantName,
    restaurantAddress,
    restaurantPhone,
    legalName,
    taxNumber,
    ...(forOwner && { ownerPhoneNumber, businessDayStart }),
  }
}
