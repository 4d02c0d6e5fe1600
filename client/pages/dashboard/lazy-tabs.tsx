import { useUser } from '../../areas/accounts/index.ts'
import { EventsTab } from '../../areas/catering/index.ts'
import { CustomersTab } from '../../areas/customers/index.ts'
import { MenuTab } from '../../areas/menu-editor/index.ts'
import { useBoardOrders } from '../../areas/orders/index.ts'
import { PromotionsTab } from '../../areas/promotions/owner.ts'
import { TablesTab } from '../../areas/tables/owner.ts'
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
