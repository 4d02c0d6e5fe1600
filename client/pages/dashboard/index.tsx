import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useForgetUser } from '../../areas/accounts/index.ts'
import { LateCalls, OrdersTab } from '../../areas/board/index.ts'
import { LiveBanner, useBoardOrders, useBoardSync, useScreenWakeLock } from '../../areas/orders/index.ts'
import { AutomaticPrinter } from '../../areas/printing/index.ts'
import { PausedBanner, WhatsappBanner } from '../../areas/settings/index.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { useAddressChoice } from '../../lib/browser/use-address-choice.ts'
import { useSelectedTabInView } from '../../lib/browser/use-selected-tab-in-view.ts'
import { settingsQuery, usePageTitle } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { FirstStepsAboveBoard, FirstStepsNotice } from './first-steps.tsx'
import { LAZY_TAB_NAMES, LAZY_TABS, prefetchTab, usePrefetchedParts } from './lazy-parts.tsx'
import { BELOW_SIDE_PANEL, NewOrderButton, NewOrderPanel, openNewOrder } from './new-order.tsx'
import { useLiveAreas } from './use-live-areas.ts'
import { useViewTitle, ViewOrTabs } from './views.tsx'

export { prefetchTab }

const TABS = ['orders', ...LAZY_TAB_NAMES] as const
/** The tabs that adapt to the width that the menu for a new order leaves them; the others continue below it. */
const FITS_BESIDE_MENU: ReadonlySet<string> = new Set(['tables'])

/** The owner's dashboard (docs/product/board.md#board-tabs). New orders are loaded and ring on every tab. */
export default function DashboardPage() {
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
      <NewOrderPanel />
      <AutomaticPrinting />
      <ViewOrTabs>
        <div className="flex flex-col gap-2.5 px-4 pt-2 pb-1 empty:hidden sm:px-6 sm:pt-3 sm:pb-1.5">
          <LiveBanner />
          <LateCalls />
          <FirstStepsNotice tab={tab} onOpen={() => setTab('orders')} />
          <WhatsappBanner onOpenSettings={() => openSettings('whatsapp')} />
          <PausedBanner />
        </div>
        <Tabs
          value={tab}
          onValueChange={setTab}
          label={t('dashboard.sections')}
          options={TABS.map((value) => ({ value, label: t(`dashboard.tabs.${value}`) }))}
          className="grid grid-cols-[minmax(0,1fr)_auto] [&>[role=tablist]>[role=tab]]:min-h-12 [&>[role=tablist]]:pl-3 sm:[&>[role=tablist]]:pl-6"
        >
          <div className="border-line border-b py-0.5 pr-4 pl-2 sm:pr-6">
            <NewOrderButton />
          </div>
          <TabPanel value="orders" className="col-span-2 min-w-0 px-4 pt-2 sm:px-6 sm:pt-2.5">
            <FirstStepsAboveBoard />
            <OrdersTab onNewOrder={() => openNewOrder()} />
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
