import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANGED_AREAS } from '#shared/contracts/live.ts'
import { RequireAccess, useForgetUser, userQuery } from '../../areas/accounts/index.ts'
import { OrderBoard } from '../../areas/board/index.ts'
import { ownersMenuKeys } from '../../areas/menu-editor/index.ts'
import { useBoardOrders, useBoardSync, useScreenWakeLock } from '../../areas/orders/index.ts'
import { AutomaticPrinter } from '../../areas/printing/index.ts'
import { areaKey, queryClient, refetchChanged } from '../../lib/api/query.ts'
import { useAddressChoice } from '../../lib/browser/address.ts'
import { useSelectedTabInView } from '../../lib/browser/layout.ts'
import { type FrameOf, followLive } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { serviceKey } from '../../lib/service/service.ts'
import { settingsKey, settingsQuery, usePageTitle } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardStrip, FirstStepsAboveBoard } from './dashboard-strip.tsx'
import { BELOW_SIDE_PANEL, NewOrderButton, NewOrderPanel, openNewOrder } from './new-order.tsx'
import { LAZY_TAB_NAMES, LAZY_TABS, prefetchTab, usePrefetchedParts, useViewTitle, ViewOrTabs } from './views.tsx'

/**
 * Refetches what another device has changed, also after a reconnect (docs/product/live-channel.md#live-changed). Data
 * of a closed tab is refetched when the tab is opened.
 */
function useLiveAreas(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: QueryKey) => void refetchChanged(queryClient, queryKey)
    // The checks before service depend on the settings and on the menu.
    const settingsChanged = () => [settingsKey, serviceKey].forEach(refetch)
    const menuChanged = () => [...ownersMenuKeys, serviceKey].forEach(refetch)
    const areaChanged = ({ payload: { area } }: FrameOf<'CHANGED'>) => {
      refetch(areaKey(area))
      // The checks before service and the first steps count the tables, and know the days.
      if (area === 'tables' || area === 'days') refetch(serviceKey)
    }
    const refetchAll = () => {
      for (const key of [settingsKey, ...ownersMenuKeys, ...CHANGED_AREAS.map(areaKey)]) refetch(key)
    }
    let stopWaiting = () => {}
    // Deferred, because the page may be rendering what it has just loaded.
    const opened = () => {
      stopWaiting()
      stopWaiting = whenIdle(refetchAll)
    }
    const unfollow = followLive({
      opened,
      SETTINGS_CHANGED: settingsChanged,
      MENU_CHANGED: menuChanged,
      CHANGED: areaChanged,
    })
    return () => {
      stopWaiting()
      unfollow()
    }
  }, [queryClient])
}

const TABS = ['orders', ...LAZY_TAB_NAMES] as const
/** The tabs that adapt to the width that the menu for a new order leaves them; the others continue below it. */
const FITS_BESIDE_MENU: ReadonlySet<string> = new Set(['tables'])

/** How long the first render waits. */
const MAX_WAIT_MS = 1_000

/**
 * Loads the user, whom index.html requested, and the code of the address's tab. The first render then is that tab, and
 * no spinner, which React would replace no sooner than 300 ms after it appears.
 */
export async function loadFirstTab(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([Promise.all([queryClient.prefetchQuery(userQuery), prefetchTab()]), timeout])
}

/** The owner's dashboard (docs/product/board.md#board-tabs). */
export default function DashboardPage() {
  return (
    <RequireAccess access="owner">
      <Dashboard />
    </RequireAccess>
  )
}

/** New orders are loaded and ring on every tab. */
function Dashboard() {
  const { t } = useTranslation()
  const [tab, setTab] = useAddressChoice('tab', TABS)
  useBoardSync(useForgetUser())
  useScreenWakeLock()
  useLiveAreas()
  usePrefetchedParts()
  const viewTitle = useViewTitle()
  usePageTitle(viewTitle ?? t(`dashboard.tabs.${tab}`))
  const containerRef = useSelectedTabInView(viewTitle ?? tab)
  return (
    <div ref={containerRef} className="flex min-h-dvh flex-col md:has-[>aside]:pr-(--side-panel)">
      <DashboardHeader />
      <DashboardStrip tab={viewTitle === undefined ? tab : ''} onOpenBoard={() => setTab('orders')} />
      <NewOrderPanel />
      <AutomaticPrinting />
      <ViewOrTabs>
        <Tabs
          value={tab}
          onValueChange={setTab}
          label={t('dashboard.sections')}
          options={TABS.map((value) => ({ value, label: t(`dashboard.tabs.${value}`) }))}
          className="grid grid-cols-[minmax(0,1fr)_auto] [&>[role=tablist]>[role=tab]]:min-h-11 [&>[role=tablist]]:pl-3 sm:[&>[role=tablist]]:pl-6"
        >
          <div className="flex items-center border-line border-b pr-4 pl-2 sm:pr-6">
            <NewOrderButton />
          </div>
          <TabPanel value="orders" className="col-span-2 min-w-0 px-4 pt-1 sm:px-6 sm:pt-1.5">
            <FirstStepsAboveBoard />
            <OrderBoard onNewOrder={() => openNewOrder()} />
          </TabPanel>
          {LAZY_TAB_NAMES.map((name) => {
            const Panel = LAZY_TABS[name]
            return (
              <TabPanel
                key={name}
                value={name}
                className={cx('col-span-2 min-w-0 px-4 pt-4 sm:px-6', !FITS_BESIDE_MENU.has(name) && BELOW_SIDE_PANEL)}
              >
                <Suspense fallback={null}>
                  <Panel />
                </Suspense>
              </TabPanel>
            )
          })}
        </Tabs>
      </ViewOrTabs>
    </div>
  )
}

/** Automatic printing. Starts once the settings are loaded, because they determine the language of tickets. */
function AutomaticPrinting() {
  const orders = useBoardOrders()
  const settings = useQuery(settingsQuery).data
  return settings && <AutomaticPrinter orders={orders} settings={settings} />
}
