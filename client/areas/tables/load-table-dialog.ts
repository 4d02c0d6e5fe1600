import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** The choice of a table, with which a phone enters waiter mode. */
export const TableDialog = lazyPart(() => import('./table-dialog.tsx'))
