export { PauseMenu, usePauseActions, usePausedNotice, useResumeOrders, useWhatsappNotice } from './banners.tsx'
export { NameForm } from './name-form.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
