import { laterPart } from '../../lib/loading/later-part.tsx'

/* The tables as the owner keeps them, with their printed codes; choosing one for an order is in features/tables. */
export const TablesTab = laterPart(() => import('./tables-tab.tsx'))
