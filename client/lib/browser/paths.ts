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
  dashboardTab: (tab: string) => `/dashboard?tab=${tab}` as const,
  dashboardView: (view: string) => `/dashboard?view=${view}` as const,
} as const
