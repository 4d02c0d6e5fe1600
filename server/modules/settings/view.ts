import type { Settings } from '#shared/contracts/settings.ts'
import { pauseAt } from './pause.ts'
import type { SettingsRow } from './repo.ts'

/** The settings that everybody may read, and the rest for an owner; each is named, so that a new column stays inside. */
export function settingsView(row: SettingsRow, timeZone: string, now: Date, forOwner: boolean): Settings {
  const { language, currency, whatsappNotificationsEnabled } = row
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = row
  const { ownerPhoneNumber, businessDayStart, retentionMonths } = row
  const { ordersPaused, ordersPausedUntil } = pauseAt(row, now)
  return {
    language,
    currency,
    whatsappNotificationsEnabled,
    ordersPaused,
    ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null,
    timeZone,
    restaurantName,
    restaurantAddress,
    restaurantPhone,
    legalName,
    taxNumber,
    ...(forOwner && { ownerPhoneNumber, businessDayStart, retentionMonths }),
  }
}
