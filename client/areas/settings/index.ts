/** Changing the restaurant's settings. */

export { PausedBanner, PauseMenu, useResumeOrders, WhatsappBanner } from './banners.tsx'
export { NameForm } from './name-form.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
