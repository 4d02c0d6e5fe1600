/** Changing the restaurant's settings; reading them is in entities/settings. */
export { PausedBanner, PauseMenu } from './pause-orders.tsx'
export { SettingsDialog, type SettingsTab } from './settings-dialog.tsx'
export { WhatsappBanner } from './whatsapp-banner.tsx'
