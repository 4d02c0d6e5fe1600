import { laterPart } from '../../lib/later-part.tsx'

/* The people who order, as the owner knows them. */
export const CustomersTab = laterPart(() => import('./customers-tab.tsx'))
