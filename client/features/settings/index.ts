/** Changing the restaurant's settings; reading them is in lib/settings.ts. */
export { PausedBanner, PauseSwitch } from './pause-orders.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
