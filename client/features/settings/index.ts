/** Changing the restaurant's settings; reading them is in entities/settings. */
export { PausedBanner, PauseMenu } from './pause-orders.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
