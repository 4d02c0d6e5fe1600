import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The tables tab: tables and their printed codes. Choosing a table for an order is in features/tables. */
export const TablesTab = lazyPart(() => import('./tables-tab.tsx'))
