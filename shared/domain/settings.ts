import { DEFAULT_LANGUAGE } from './language.ts'
import type { Currency } from './money.ts'
import { mapValues } from './objects.ts'

/** The texts about the restaurant, which are all optional, with the maximum length of each in characters. */
export const RESTAURANT_TEXTS = {
  ...{ restaurantName: 80, restaurantAddress: 200, restaurantPhone: 40, legalName: 120, taxNumber: 20 },
} as const

/** The settings until the server's are loaded (docs/product/settings.md#settings-defaults). */
export const DEFAULT_SETTINGS = {
  ...{ language: DEFAULT_LANGUAGE, currency: 'lei' as Currency, timeZone: 'Europe/Bucharest' },
  ...{ whatsappNotificationsEnabled: true, ordersPaused: false, ordersPausedUntil: null, tableKeysRequired: false },
  ...{ tableCalls: true, deliveryNote: true, suggestions: true },
  ...mapValues(RESTAURANT_TEXTS, () => null),
}
