/* The restaurant's settings, money in its currency, and the page's title. */

export { PauseNote } from './pause-note.tsx'
export { settingsKey, settingsQuery, useMoney, usePageTitle, useRestaurantLanguage, useSettings } from './settings.ts'
export { usePauseText } from './use-pause-text.ts'
