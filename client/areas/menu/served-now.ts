import type { Hours } from '#shared/contracts/hours.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { closedCategories, withFolded } from '#shared/domain/menu/closed-categories.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { queryClient } from '../../lib/api/query.ts'
import { storedMark } from '../../lib/browser/storage.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { withNotNow } from '../../lib/settings/not-now.ts'
import { hoursKey, hoursQuery, settingsQuery, takesOrders } from '../../lib/settings/settings.ts'
import { i18n } from '../../ui/index.ts'

const CHECK_INTERVAL_MS = 10_000
/** How long dishes that have come wait for settings and hours, which the page asks for at the same time. */
const MAX_WAIT_MS = 1_000

let timer: ReturnType<typeof setInterval> | undefined
let cachedUnder: readonly [string] | undefined
/** Kept until the guest comes back to the page, so that no category moves while they read. */
let closed: ReadonlySet<string> | undefined

/** Marks what is not served now, then also in the cache as hours begin and end (docs/product/hours.md#hours-served). */
export async function markServed(items: readonly MenuItem[], menuKey: readonly [string]): Promise<MenuItem[]> {
  cachedUnder = menuKey
  clearInterval(timer)
  timer = setInterval(refreshMarks, CHECK_INTERVAL_MS)
  const answers = [queryClient.ensureQueryData(settingsQuery), queryClient.ensureQueryData(hoursQuery)]
  await Promise.race([Promise.allSettled(answers), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  return marked(items, queryClient.getQueryData<Settings>(settingsQuery.queryKey) ?? DEFAULT_SETTINGS)
}

function marked(items: readonly MenuItem[], { timeZone }: Settings): MenuItem[] {
  const mark = storedMark.read()
  if (mark === 'owner' || mark === 'floor') return [...items]
  const next = withNotNow(items, new Date(serverNow()), timeZone)
  const hours = queryClient.getQueryData<Hours>(hoursKey)
  closed ??= closedCategories(next, !hours || takesOrders(hours))
  return withFolded(next, closed)
}

function refreshMarks(): void {
  const { data, dataUpdatedAt } = (cachedUnder && queryClient.getQueryState<MenuItem[]>(cachedUnder)) ?? {}
  const settings = queryClient.getQueryData<Settings>(settingsQuery.queryKey)
  if (!cachedUnder || !data || !settings) return
  const next = marked(data, settings)
  if (next.some((item, i) => item !== data[i]))
    queryClient.setQueryData(cachedUnder, next, { updatedAt: dataUpdatedAt })
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return
  closed = undefined
  refreshMarks()
})

// The hours are named in the page's language.
i18n.onLanguageChange(refreshMarks)
