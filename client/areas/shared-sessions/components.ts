export { default as SharedTable } from './cart/shared-table.tsx'
export { default as JoinOffer } from './joining/join-offer.tsx'
export { default as TableChip } from './joining/table-chip.tsx'
