import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The tables as the owner keeps them, with their printed codes; choosing one for an order is in features/tables. */
export const TablesTab = lazyPart(() => import('./tables-tab.tsx'))
