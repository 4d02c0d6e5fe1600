import '../../lib/deferred-words.ts'

export { JoinOffer } from './join-offer.tsx'
export { SharedTable } from './shared-table.tsx'
export { TableChip } from './table-chip.tsx'
