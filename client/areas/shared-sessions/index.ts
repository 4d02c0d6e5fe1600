import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

/* The shared table: one cart for all phones at a table. Its code is loaded once a table is set, never before. */
export type { PlacedAtTable } from './table-page.ts'

const load = importWithRetry(() =>
  withWords(
    'deferred',
    import('./load-components.ts').then(({ loadComponents }) => loadComponents()),
  ),
)
/** The session of this phone, with its dialogs and the shared cart's drawer. */
export const SharedTable = lazy(async () => ({ default: (await load()).SharedTable }))
/** An offer to join the shared cart, in the cart of a phone that orders alone. */
export const JoinOffer = lazy(async () => ({ default: (await load()).JoinOffer }))
/** The chip beside the table's badge: an offer to join, or the number of guests and whether the connection is lost. */
export const TableChip = lazy(async () => ({ default: (await load()).TableChip }))
