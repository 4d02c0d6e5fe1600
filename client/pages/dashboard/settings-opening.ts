import { create } from 'zustand'
import type { SettingsTab } from '../../features/settings/index.ts'

/** Whether the settings dialog is open, and the tab at which it was opened. */
export const useSettingsDialog = create<{ isOpen: boolean; tab: SettingsTab }>(() => ({ isOpen: false, tab: 'users' }))

/** Opens the settings dialog at a tab. */
export function openSettings(tab: SettingsTab = 'users'): void {
  useSettingsDialog.setState({ isOpen: true, tab })
}

export function setSettingsOpen(isOpen: boolean): void {
  useSettingsDialog.setState({ isOpen })
}
