import { laterPart } from '../../lib/loading/later-part.tsx'

/* The menu tab: the dishes and categories as an owner edits them. */
export { ownersMenuKeys } from './owners-menu.ts'

export const MenuTab = laterPart(() => import('./menu-tab.tsx'))
