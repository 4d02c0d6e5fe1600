/* The restaurant's settings, money and times by them, and the page's title. */
export { settingsKey, settingsQuery, useMoney, useRestaurantLanguage, useSettings } from './settings.ts'
export { usePageTitle } from './use-page-title.ts'
