import { create } from 'zustand'
import type { SettingsTab } from '../../features/settings/index.ts'

/** Whether the settings are open, and at which tab they were opened. */
export const useSettingsDialog = create<{ isOpen: boolean; tab: SettingsTab }>(() => ({ isOpen: false, tab: 'users' }))

export function openSettings(tab: SettingsTab = 'users'): void {
  useSettingsDialog.setState({ isOpen: true, tab })
}

export function setSettingsOpen(isOpen: boolean): void {
  useSettingsDialog.setState({ isOpen })
}
