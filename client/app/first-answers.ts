import type { Settings } from '#shared/contracts/settings.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { settingsQuery } from '../entities/settings/index.ts'
import { menuQuery } from '../features/menu/index.ts'
import { promotionsQuery } from '../features/promotions/index.ts'
import { tablesQuery } from '../features/tables/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { followDefaultLanguage } from '../lib/words/language.ts'

const MOMENT_MS = 100

/**
 * Takes in the answers that index.html asked for before this code was there. Mostly they are here by now: then the first
 * drawing has the dishes and the right language. It does not wait for a late answer.
 */
export async function firstAnswers(): Promise<void> {
  const answers = [
    queryClient.prefetchQuery(settingsQuery).then(() => {
      const settings = queryClient.getQueryData<Settings>(settingsQuery.queryKey)
      if (settings) followDefaultLanguage(settings.language)
    }),
    // Promotions stand above the dishes: if there are none, the first drawing leaves no room for them.
    ...(location.pathname === paths.menu
      ? [queryClient.prefetchQuery(menuQuery), queryClient.prefetchQuery(promotionsQuery)]
      : []),
    // If the address names a table, its number is in the first drawing.
    ...(window.masaEarly?.[getTables.path] ? [queryClient.prefetchQuery(tablesQuery)] : []),
  ]
  const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
  await Promise.race([Promise.all(answers), moment])
}
