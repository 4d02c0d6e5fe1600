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

const guide = '/api/docs/running'
const at = (heading: string) => `${guide}#:~:text=${encodeURIComponent(heading)}`

/** The guide for who runs Masa, in plain text; browsers that can go to its heading do. */
export const guidePaths = {
  https: at('## Serving over https'),
  lostPassword: at('## A lost password'),
} as const
