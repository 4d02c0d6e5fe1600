import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { queryClient } from '../../lib/api/query.ts'
import { storedMark } from '../../lib/browser/storage.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { settingsQuery } from '../../lib/settings/settings.ts'
import { i18n } from '../../ui/index.ts'
import { withNotNow } from './not-now.ts'
import { withOffers } from './offers-now.ts'
import { withLast } from './sections.ts'

const CHECK_INTERVAL_MS = 10_000
/** How long dishes that have come wait for the settings, which the page asks for at the same time. */
const MAX_WAIT_MS = 1_000

let timer: ReturnType<typeof setInterval> | undefined
let cachedUnder: readonly [string] | undefined

/** Marks what is not served now and until when offers run, then also in the cache as hours and offers end (docs/product/hours.md#hours-served). */
export async function markServed(items: readonly MenuItem[], menuKey: readonly [string]): Promise<MenuItem[]> {
  cachedUnder = menuKey
  clearInterval(timer)
  timer = setInterval(refreshMarks, CHECK_INTERVAL_MS)
  const settings = queryClient.ensureQueryData(settingsQuery).catch(() => {})
  await Promise.race([settings, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  return marked(items, queryClient.getQueryData<Settings>(settingsQuery.queryKey) ?? DEFAULT_SETTINGS)
}

function marked(items: readonly MenuItem[], { timeZone }: Settings): MenuItem[] {
  const mark = storedMark.read()
  const now = serverDate()
  // Owners and the floor may always order, at the prices of now.
  const marked = mark === 'owner' || mark === 'floor' ? items : withNotNow(items, now, timeZone)
  return withOffers(marked, now, timeZone)
}

function refreshMarks(): void {
  refresh(false)
}

function refresh(isAnew: boolean): void {
  const { data, dataUpdatedAt } = (cachedUnder && queryClient.getQueryState<MenuItem[]>(cachedUnder)) ?? {}
  const settings = queryClient.getQueryData<Settings>(settingsQuery.queryKey)
  if (!cachedUnder || !data || !settings) return
  const next = withLast(marked(data, settings), isAnew)
  if (next.some((item, i) => item !== data[i]))
    queryClient.setQueryData(cachedUnder, next, { updatedAt: dataUpdatedAt })
}

// A guest who comes back to the page opens the menu anew.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh(true)
})

// The hours are named in the page's language.
i18n.onLanguageChange(refreshMarks)
