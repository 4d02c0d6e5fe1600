import { DEFAULT_LANGUAGE } from './language.ts'
import type { Currency } from './money.ts'
import { mapValues } from './objects.ts'

/** The texts about the restaurant, which are all optional, with the maximum length of each in characters. */
export const RESTAURANT_TEXTS = {
  ...{ restaurantName: 80, restaurantAddress: 200, restaurantPhone: 40, legalName: 120, taxNumber: 20 },
} as const

/** What guests see or can do that not every restaurant wants, with its default (docs/product/settings.md#settings-guests). */
export const GUEST_SWITCHES = {
  /** Whether guests at a table can call the waiter and ask for the bill. */
  tableCalls: true,
  /** Whether the cart suggests dishes that are often ordered with those in it. */
  suggestions: true,
  /** Whether guests read that delivery is not available yet; if false, they read nothing about delivery. */
  deliveryNote: true,
}
export type GuestSwitchName = keyof typeof GUEST_SWITCHES

/** The settings until the server's are loaded (docs/product/settings.md#settings-defaults). */
export const DEFAULT_SETTINGS = {
  ...{ language: DEFAULT_LANGUAGE, currency: 'lei' as Currency, timeZone: 'Europe/Bucharest' },
  ...{ whatsappNotificationsEnabled: true, ordersPaused: false, ordersPausedUntil: null, tableKeysRequired: false },
  ...GUEST_SWITCHES,
  ...mapValues(RESTAURANT_TEXTS, () => null),
}
