import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The people who order, as the owner knows them. */
export const CustomersTab = lazyPart(() => import('./customers-tab.tsx'))
