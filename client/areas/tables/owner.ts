import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { loadWordsInAllLanguages, withWords } from '../../lib/words/load-words.ts'

/* The tables tab: tables and their printed codes. */
export const TablesTab = lazyPart(async () => {
  // The printed codes invite in both languages.
  const [tab] = await Promise.all([import('./editor/tables-tab.tsx'), loadWordsInAllLanguages('dashboard')])
  return tab
})

/** The dialogs about a table that the floor opens too, with their words: it loads only those of service. */
export const MoveGuestsOnFloor = lazyPart(async () => ({
  default: (await withWords('dashboard', import('./editor/session-dialogs.tsx'))).MoveGuestsDialog,
}))
export const ReserveTableOnFloor = lazyPart(async () => ({
  default: (await withWords('dashboard', import('./editor/session-dialogs.tsx'))).ReserveDialog,
}))
export const FreeTableOnFloor = lazyPart(async () => ({
  default: (await withWords('dashboard', import('./editor/session-dialogs.tsx'))).FreeTableDialog,
}))
