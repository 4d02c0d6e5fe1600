export { PauseMenu, usePauseActions, usePausedNotice, useWhatsappNotice } from './banners.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
