import type { Settings } from '#shared/contracts/settings.ts'
import { firstDishesKey, menuQuery } from '../areas/menu/index.ts'
import { promotionsQuery } from '../areas/promotions/index.ts'
import { tablesQuery } from '../areas/tables/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { settingsQuery } from '../lib/settings/settings.ts'
import { followDefaultLanguage } from '../lib/words/change-language.ts'

/** How long the first render waits for the responses. */
const MAX_WAIT_MS = 100

/**
 * Loads the responses that index.html requested before this code was loaded into the query cache. Usually they have
 * been received by now, so the first render has the dishes and the right language. Does not wait for late responses.
 */
export async function loadFirstResponses(): Promise<void> {
  const requests = [
    queryClient.prefetchQuery(settingsQuery).then(() => {
      const settings = queryClient.getQueryData<Settings>(settingsQuery.queryKey)
      return settings && followDefaultLanguage(settings.language)
    }),
    // Promotions are above the dishes: if there are none, the first render reserves no room for them. A page with dishes
    // of its own has the promotions too, and requests the menu later.
    ...(location.pathname === paths.menu && !queryClient.getQueryData(firstDishesKey)
      ? [queryClient.prefetchQuery(menuQuery), queryClient.prefetchQuery(promotionsQuery)]
      : []),
    // If the URL contains a table, the first render shows its number.
    ...(window.masaEarly?.['/api/tables'] ? [queryClient.prefetchQuery(tablesQuery)] : []),
  ]
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([Promise.all(requests), timeout])
}
