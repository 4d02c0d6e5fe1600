/** The menu tab: the dishes and categories as an owner edits them. */
export { BulkActions } from './bulk/bulk-actions.tsx'
export { MenuTransfer } from './imports/menu-transfer.tsx'
export { MenuTab } from './menu-tab.tsx'
export { ownersMenuKeys } from './owners-menu.ts'
