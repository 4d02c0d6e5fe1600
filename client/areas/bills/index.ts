import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export const BillDialog = lazyPart(() => import('./bill-dialog.tsx'), 'dashboard')
