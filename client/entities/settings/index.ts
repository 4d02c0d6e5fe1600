/* The restaurant's settings, money in its currency, and the page's title. */
export { settingsKey, settingsQuery, useMoney, useRestaurantLanguage, useSettings } from './settings.ts'
export { usePageTitle } from './use-page-title.ts'
