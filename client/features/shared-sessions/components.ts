import '../../lib/words/deferred-words.ts'

export { default as JoinOffer } from './join-offer.tsx'
export { default as SharedTable } from './shared-table.tsx'
export { default as TableChip } from './table-chip.tsx'
