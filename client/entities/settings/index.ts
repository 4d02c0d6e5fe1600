/* The restaurant's settings, money in its currency, and the page's title. */
export { settingsKey, settingsQuery, useMoney, usePageTitle, useRestaurantLanguage, useSettings } from './settings.ts'
