import type { Settings } from '#shared/contracts/settings.ts'
import { queryClient } from '../lib/api/query.ts'
import { startTheme } from '../lib/browser/preferences.tsx'
import { allowTranslators } from '../lib/browser/translator.ts'
import { importWithRetry, WITHOUT_STYLES } from '../lib/loading/import-with-retry.ts'
import { settingsQuery } from '../lib/settings/settings.ts'
import { followDefaultLanguage, loadWords, startI18n } from '../lib/words/load-words.ts'

/** How long the first render waits for the page's code: after the spinner that then shows, React delays the page by 300 ms. */
const FIRST_PAGE_MS = 1_000
/** How long the first render waits for the responses. */
const FIRST_RESPONSES_MS = 100

const within = (ms: number, loading: Promise<unknown>) =>
  Promise.race([loading, new Promise((resolve) => setTimeout(resolve, ms))])

/** Starts what precedes the first render. @returns false in older browsers, which have a list or a sentence (app/layout.html) */
export function startPage(): boolean {
  if (document.documentElement.dataset.old !== undefined) return false
  allowTranslators()
  startTheme()
  startI18n()
  return true
}

/** The words of the first render; retries until they are there. */
export const loadFirstWords = importWithRetry(() => loadWords('firstView'), WITHOUT_STYLES)

/** What the first render waits for, but not long. @param page its code @param responses besides the settings */
export async function beforeFirstRender(
  page: Promise<unknown>,
  responses: readonly Promise<unknown>[] = [],
): Promise<void> {
  const settings = queryClient.prefetchQuery(settingsQuery).then(() => {
    const loaded = queryClient.getQueryData<Settings>(settingsQuery.queryKey)
    return loaded && followDefaultLanguage(loaded.language)
  })
  await Promise.all([within(FIRST_PAGE_MS, page), within(FIRST_RESPONSES_MS, Promise.all([settings, ...responses]))])
}
