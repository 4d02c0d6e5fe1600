import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export const CustomersTab = lazyPart(() => import('./customers-tab.tsx'))
