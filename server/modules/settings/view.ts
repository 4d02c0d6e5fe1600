import type { Settings } from '#shared/contracts/settings.ts'
import { pauseAt } from './pause.ts'
import type { SettingsRow } from './repo.ts'

/** The settings that everybody may read, and the rest for an owner; each is named, so that a new column stays inside. */
export function settingsView(row: SettingsRow, timeZone: string, now: Date, forOwner: boolean): Settings {
  const { language, currency, whatsappNotificationsEnabled, tableKeysRequired } = row
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = row
  const { ownerPhoneNumber, businessDayStart, publicAddress, retentionMonths } = row
  const { ordersPaused, ordersPausedUntil } = pauseAt(row, now)
  return {
    language,
    currency,
    whatsappNotificationsEnabled,
    ordersPaused,
    ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null,
    tableKeysRequired,
    timeZone,
    restaurantName,
    restaurantAddress,
    restaurantPhone,
    legalName,
    taxNumber,
    ...(forOwner && { ownerPhoneNumber, businessDayStart, publicAddress, retentionMonths }),
  }
}
