import { laterPart } from '../../lib/loading/later-part.tsx'

/* The people who order, as the owner knows them. */
export const CustomersTab = laterPart(() => import('./customers-tab.tsx'))
