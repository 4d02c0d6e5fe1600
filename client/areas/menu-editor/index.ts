import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The menu tab: the dishes and categories as an owner edits them. */
export { useSampleImport } from './imports/undo-import.tsx'
export { ownersMenuKeys } from './owners-menu.ts'

export const MenuTab = lazyPart(() => import('./menu-tab.tsx'), 'dashboard')
