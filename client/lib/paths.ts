/** Every address of the product's pages. */
export const paths = {
  landing: '/',
  menu: '/menu',
  menuOfTable: (tableId: number) => `/menu?table=${tableId}` as const,
  auth: '/auth',
  order: '/order',
  dashboard: '/dashboard',
  dashboardTab: (tab: string) => `/dashboard?tab=${tab}` as const,
  dashboardView: (view: string) => `/dashboard?view=${view}` as const,
} as const
