import type { Named } from '#shared/domain/language.ts'
import type { DeclaredAllergens } from '#shared/domain/menu/allergens.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { warningToAsk } from './guest-filter.ts'

export const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./filter-sheet.tsx')))

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish or option contains or may contain. */
export function askBeforeAdding(item: DeclaredAllergens & Named, add: () => void): void {
  const warning = warningToAsk(item)
  if (!warning) add()
  else void loadAllergenDialogs().then(({ askAboutAllergens }) => askAboutAllergens(item, warning, add))
}
