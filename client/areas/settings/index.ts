export { PauseMenu, usePauseActions, usePausedNotice, useResumeOrders, useWhatsappNotice } from './banners.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
