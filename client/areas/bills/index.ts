import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** The bill of a table, on screen and on paper. */
export const BillDialog = lazyPart(() => import('./bill-dialog.tsx'))
