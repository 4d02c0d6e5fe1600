import { createValue } from './create-value.ts'
import { useIsWide } from './environment.ts'
import { storedWord } from './storage.ts'

/** The dashboard's tabs, in their order; `list` in the address is the part of a tab that is shown. */
export const TABS = ['orders', 'customers', 'menu', 'tables', 'events', 'promotions'] as const
export type Tab = (typeof TABS)[number]
/** The views that replace the tabs, by the value of `view` in the address. */
export type View = 'reports' | 'day-end' | 'before-service'

export const SETTINGS_TABS = [
  'users',
  'language',
  'currency',
  'whatsapp',
  'restaurant',
  'hours',
  'payments',
  'printers',
  'data',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Whether codes were printed from this browser: the first steps ask for it. */
export const codesPrinted = storedWord<'yes'>('codesPrinted', ['yes'])

/** The width of the panel beside the page, as `--side-panel`. */
const PANEL_REM = 26

/** Whether the panel is open that takes a part of the window from the page. */
export const sidePanel = createValue(false)

/** Whether the page beside the panel is so wide, in rem. Where styles suffice, use the container `page`. */
export function useIsPageWide(from = 48): boolean {
  const isBeside = sidePanel.use()
  return useIsWide(`${from + (isBeside ? PANEL_REM : 0)}rem`)
}
