import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The customers tab: guests who have ordered, with their figures and data. */
export const CustomersTab = lazyPart(() => import('./customers-tab.tsx'))
