import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { loadWordsInAllLanguages } from '../../lib/words/load-words.ts'

/* The menu tab: the dishes and categories as an owner edits them. */
export { useSampleImport } from './imports/import-requests.ts'
export { ownersMenuKeys } from './owners-menu.ts'

export const MenuTab = lazyPart(async () => {
  // A group of options is shown as guests see it, in both languages.
  const [tab] = await Promise.all([import('./menu-tab.tsx'), loadWordsInAllLanguages('dashboard')])
  return tab
})
