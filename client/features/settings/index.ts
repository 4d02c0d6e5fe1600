/** Changing the restaurant's settings; reading them is in entities/settings. */
export { PausedBanner, PauseMenu, useResumeOrders } from './pause-orders.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
export { WhatsappBanner } from './whatsapp-banner.tsx'
