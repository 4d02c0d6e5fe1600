/* The menu tab: the dishes and categories as an owner edits them. */
export { useSampleImport } from './imports/undo-import.tsx'
export { MenuTab } from './lazy-tab.ts'
