/** Every address of the product's pages. */
export const paths = {
  landing: '/',
  menu: '/menu',
  menuOfTable: (tableId: number) => `/menu?table=${tableId}` as const,
  auth: '/auth',
  order: '/order',
  dashboard: '/dashboard',
  dashboardTab: (tab: string) => `/dashboard?tab=${tab}` as const,
  /** A view in place of the tabs, from which one comes back to the tab. */
  dashboardView: (view: string, tab: string) => `/dashboard?tab=${tab}&view=${view}` as const,
} as const
