/** Changing the restaurant's settings. */
export { NameForm } from './name-form.tsx'
export { PausedBanner, PauseMenu, useResumeOrders } from './pause-orders.tsx'
export { usePutStepsAway, useSetNoTables } from './settings-calls.ts'
export { SettingsDialog } from './settings-dialog.tsx'
export { WhatsappBanner } from './whatsapp-banner.tsx'
