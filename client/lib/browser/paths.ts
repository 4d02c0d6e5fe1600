import type { Tab, View } from './dashboard.ts'

/** Every address of the product's pages. */
export const paths = {
  landing: '/',
  menu: '/menu',
  /** @param key of the table's code, where one is needed (docs/product/tables.md#tables-keys) */
  menuOfTable: (tableId: number, key?: string | null) =>
    `/menu?table=${tableId}${key ? `&key=${encodeURIComponent(key)}` : ''}` as const,
  auth: '/auth',
  order: '/order',
  dashboard: '/dashboard',
  kitchen: '/kitchen',
  floor: '/floor',
  /** @param more the part of the tab, or the dialog to open in it (`useOpenByAddress`) */
  dashboardTab: (tab: Tab, more: { list?: string; open?: string } = {}) =>
    `/dashboard?${new URLSearchParams({ tab, ...more })}` as const,
  dashboardView: (view: View) => `/dashboard?view=${view}` as const,
} as const
