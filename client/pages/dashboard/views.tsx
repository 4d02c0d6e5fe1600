import { type ReactNode, useEffect } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { BackupSettings } from '../../areas/backups/index.ts'
import { OrderBoard } from '../../areas/board/index.ts'
import { EventsTab } from '../../areas/catering/index.ts'
import { BeforeServiceView } from '../../areas/checks/index.ts'
import { CustomersTab } from '../../areas/customers/index.ts'
import { Journal } from '../../areas/journal/index.ts'
import { MenuTab } from '../../areas/menu-editor/index.ts'
import { useBoardOrders, useIsBoardLoaded } from '../../areas/orders/index.ts'
import { DayView } from '../../areas/payments/index.ts'
import { PromotionsTab } from '../../areas/promotions/index.ts'
import { Reports } from '../../areas/reports/index.ts'
import { ReservationBook } from '../../areas/reservations/index.ts'
import { TablesTab } from '../../areas/tables/index.ts'
import { discardEarlyResponses } from '../../lib/api/api.ts'
import { openView, TABS, type Tab, urlWith, useUrlWithoutView, type View } from '../../lib/browser/dashboard.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { PageFailure, Part, SpinnerPage, t } from '../../ui/index.ts'
import { openNewOrder } from './new-order.tsx'

/** The tabs, each loaded when it is opened. A new tab is registered here (docs/recipes.md). */
export const LAZY_TABS = {
  orders: Object.assign(Orders, { prefetch: OrderBoard.prefetch }),
  customers: CustomersTab,
  menu: MenuTab,
  tables: Object.assign(Tables, { prefetch: TablesTab.prefetch }),
  events: EventsTab,
  promotions: PromotionsTab,
} satisfies Record<Tab, unknown>

/** Loads the code of the view or tab that the address names. */
export async function prefetchShown(): Promise<void> {
  const view = viewInUrl()
  const tab = new URLSearchParams(location.search).get('tab')
  const { prefetch } = view ? VIEWS[view].View : LAZY_TABS[TABS.find((name) => name === tab) ?? 'orders']
  await prefetch()
}

function Orders() {
  return <OrderBoard onNewOrder={() => openNewOrder()} />
}

function Tables() {
  return <TablesTab orders={useBoardOrders()} onNewOrder={openNewOrder} />
}

export const AllSettings = lazyPart(() => import('./all-settings.tsx'))

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

/** The views that replace the tabs (docs/product/reports.md#reports-screen). */
const VIEWS = {
  reports: { title: 'reports.title', View: Reports },
  'day-end': { title: 'days.title', View: DayView },
  'before-service': { title: 'beforeService.title', View: BeforeServiceView },
  reservations: { title: 'reservations.title', View: ReservationBook },
} as const satisfies Record<View, unknown>

/** The view in the URL; undefined for the tabs. Neither another sub-tab nor an opened dialog renders its user again. */
export function useView(): View | undefined {
  return useLocationProperty(viewInUrl)
}

/** The URL of the reports above the tab; it does not change with the tab's list. */
export function useReportsUrl(): string {
  return useLocationProperty(() => urlWith(['tab'], 'reports'))
}

export const openReports = () => openView('reports')

function viewInUrl(): View | undefined {
  const name = new URLSearchParams(location.search).get('view') ?? ''
  return Object.hasOwn(VIEWS, name) ? (name as View) : undefined
}

/** The title of the view that is shown; undefined for the tabs. */
export function useViewTitle(): string | undefined {
  const view = useView()
  return view && t(VIEWS[view].title)
}

/** The main part of the dashboard: the view in the URL, or else the tabs. */
export function ViewOrTabs({ children }: { children: ReactNode }) {
  const view = useView()
  return (
    <main className="@container/page mx-auto w-full max-w-[1760px] flex-1 pb-10">
      {view ? <ShownView view={view} /> : children}
    </main>
  )
}

function ShownView({ view }: { view: View }) {
  const { View } = VIEWS[view]
  const backUrl = useUrlWithoutView()
  useEscape(backUrl)
  // The others are opened by the header's menu, which takes the focus back.
  useEffect(() => (view === 'reports' ? focusTabs : undefined), [view])
  return (
    <Part waiting={<SpinnerPage label={t('common.loading')} />} failure={<PageFailure />}>
      <View tabsUrl={backUrl} />
    </Part>
  )
}

/** Moves the focus to the tabs when the reports are left, because the link that had it is removed. */
function focusTabs(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}

/** The Escape key goes back to the tabs, unless it closes a dialog or a menu. */
function useEscape(backUrl: string): void {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const openOverlay = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'
      if (key === 'Escape' && !document.querySelector(openOverlay)) navigate(backUrl)
    }
    // In the capture phase, while the dialog that the key closes is still open.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [backUrl])
}
