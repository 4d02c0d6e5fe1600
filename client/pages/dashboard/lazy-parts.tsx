import { useEffect } from 'react'
import { useUser } from '../../areas/accounts/index.ts'
import { BackupSettings } from '../../areas/backups/index.ts'
import { EventsTab } from '../../areas/catering/index.ts'
import { CustomersTab } from '../../areas/customers/index.ts'
import { Journal } from '../../areas/journal/index.ts'
import { MenuTab } from '../../areas/menu-editor/index.ts'
import { useBoardOrders, useIsBoardLoaded } from '../../areas/orders/index.ts'
import { PromotionsTab } from '../../areas/promotions/owner.ts'
import { TablesTab } from '../../areas/tables/owner.ts'
import { discardEarlyResponses } from '../../lib/api/api.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { openNewOrder } from './new-order.tsx'

/** The tabs after Orders, in their order. A new tab is registered here (docs/recipes.md). */
export const LAZY_TABS = {
  customers: CustomersTab,
  menu: MenuTab,
  tables: Object.assign(Tables, { prefetch: TablesTab.prefetch }),
  events: Object.assign(Events, { prefetch: EventsTab.prefetch }),
  promotions: PromotionsTab,
}
export const LAZY_TAB_NAMES = Object.keys(LAZY_TABS) as (keyof typeof LAZY_TABS)[]

/** Loads the code of the tab that the address names. */
export async function prefetchTab(): Promise<void> {
  const tab = new URLSearchParams(location.search).get('tab')
  const name = LAZY_TAB_NAMES.find((lazyName) => lazyName === tab)
  if (name) await LAZY_TABS[name].prefetch()
}

function Tables() {
  return <TablesTab orders={useBoardOrders()} onNewOrder={openNewOrder} />
}

function Events() {
  const { data: me } = useUser()
  return me && <EventsTab userId={me.id} />
}

export const AllSettings = lazyPart(() => import('./all-settings.tsx'))
export const BeforeServiceView = lazyPart(() => import('./before-service-view.tsx'))
/** Loaded only while the list is not put away. */
export const FirstStepsView = lazyPart(() => import('./first-steps-view.tsx'))
/** Loaded only when it is opened, because of its large chart library. */
export const ReportsView = lazyPart(() => import('./reports-view.tsx'))

const PREFETCHED = [...Object.values(LAZY_TABS), AllSettings, Journal, BackupSettings, BeforeServiceView]

/** Prefetches the code of the parts that are not shown first, once the Orders tab is loaded and the page is idle. */
export function usePrefetchedParts(): void {
  const isLoaded = useIsBoardLoaded()
  useEffect(() => {
    if (!isLoaded) return
    return whenIdle(() => {
      for (const part of PREFETCHED) void part.prefetch()
      // The open tab has used its responses; another tab would show the others much later, when they are outdated.
      discardEarlyResponses()
    })
  }, [isLoaded])
}
