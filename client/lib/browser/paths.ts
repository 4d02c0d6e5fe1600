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

const guide = '/api/docs/running'
const guideSection = (heading: string) => `${guide}#:~:text=${encodeURIComponent(heading)}`

/** Addresses of the guide for operators, in plain text, with a text fragment that scrolls to a heading. */
export const guidePaths = {
  https: guideSection('## Serving over https'),
  lostPassword: guideSection('## A lost password'),
  backups: guideSection('## Backups'),
  whatsapp: guideSection('## WhatsApp'),
} as const
