import { create } from 'zustand'

export const SETTINGS_TABS = [
  'users',
  'language',
  'currency',
  'printers',
  'whatsapp',
  'restaurant',
  'hours',
  'payments',
  'data',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Whether the settings dialog is open, and the tab at which it was opened. */
export const useSettingsDialog = create<{ isOpen: boolean; tab: SettingsTab }>(() => ({ isOpen: false, tab: 'users' }))

export function openSettings(tab: SettingsTab = 'users'): void {
  useSettingsDialog.setState({ isOpen: true, tab })
}

export function setSettingsOpen(isOpen: boolean): void {
  useSettingsDialog.setState({ isOpen })
}
