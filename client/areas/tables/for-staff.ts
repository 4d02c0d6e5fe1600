import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The tables tab: tables and their printed codes, which invite in both languages. */
export const TablesTab = lazyPart(() => import('./editor/tables-tab.tsx'), 'dashboard:all')
export const TablesStep = lazyPart(() => import('./editor/tables-step.tsx'), 'dashboard:all')

/** The dialogs about a table that the floor opens too, with their words: it loads only those of service. */
const load = () => import('./editor/session-dialogs.tsx')
export const MoveGuestsDialog = lazyPart(async () => ({ default: (await load()).MoveGuestsDialog }), 'dashboard')
export const FreeTableDialog = lazyPart(async () => ({ default: (await load()).FreeTableDialog }), 'dashboard')
