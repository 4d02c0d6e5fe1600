import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { loadWordsInAllLanguages, withWords } from '../../lib/words/load-words.ts'

/* The tables tab: tables and their printed codes. Choosing a table for an order is in features/tables. */
export const TablesTab = lazyPart(async () => {
  // The printed codes invite in both languages.
  const [tab] = await Promise.all([import('./tables-tab.tsx'), loadWordsInAllLanguages('dashboard')])
  return tab
})

/** The switch for guests' calls, which Settings show too. */
export const CallsSwitch = lazyPart(() => import('./calls-switch.tsx'))

/** The dialogs about a table that the floor opens too, with their words: it loads only those of service. */
export const MoveGuestsOnFloor = lazyPart(async () => ({
  default: (await withWords('dashboard', import('./move-guests-dialog.tsx'))).MoveGuestsDialog,
}))
export const FreeTableOnFloor = lazyPart(async () => ({
  default: (await withWords('dashboard', import('./session-dialogs.tsx'))).FreeTableDialog,
}))
