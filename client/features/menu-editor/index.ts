/** The menu tab: the dishes and categories as an owner edits them. */
export { MenuTab } from './menu-tab.tsx'
export { ownersMenuKeys } from './owners-menu.ts'
