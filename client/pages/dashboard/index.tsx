import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { CHANGED_AREAS } from '#shared/contracts/live.ts'
import { loadFirst, RequireAccess, useForgetUser } from '../../areas/accounts/index.ts'
import {
  BoardLine,
  SummaryCards,
  useDueNotices,
  useLateCallNotices,
  useLateNotice,
  useOlderNotice,
  useReservationNotices,
} from '../../areas/board/index.ts'
import { FirstStepsView } from '../../areas/checks/index.ts'
import { loadFirstMenu, menuKeys } from '../../areas/menu/index.ts'
import {
  loadFirstOrders,
  useBoardOrders,
  useBoardSync,
  useHasOpenOrders,
  useLiveNotice,
  useScreenNotice,
  useScreenWakeLock,
  useSoundNotice,
} from '../../areas/orders/index.ts'
import { AutomaticPrinter, FiscalReceipts, useFiscalNotice, usePrinterNotice } from '../../areas/printing/index.ts'
import { OpenedReservation, ReservationsButton } from '../../areas/reservations/index.ts'
import { usePausedNotice, useWhatsappNotice } from '../../areas/settings/index.ts'
import { areaKey } from '../../lib/api/query.ts'
import { TABS, useAddressChoice } from '../../lib/browser/dashboard.ts'
import { createValue } from '../../lib/browser/storage.ts'
import { followLists } from '../../lib/changes/refetching.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useLoadedSettings, useSettings } from '../../lib/settings/settings.ts'
import { cx, PageFailure, Part, StatusStrip, type StripNotice, TabPanel, Tabs, t } from '../../ui/index.ts'
import { DashboardHeader, useHasFiguresInHeader } from './header.tsx'
import { NewOrderButton, NewOrderPanel } from './new-order.tsx'
import { byDue } from './strip-order.ts'
import {
  LAZY_TABS,
  openReports,
  prefetchShown,
  usePrefetchedParts,
  useReportsUrl,
  useViewTitle,
  ViewOrTabs,
} from './views.tsx'
import { OrdersLabel, WindowTitle } from './waiting.tsx'

/** Whether the list is shown above orders too, where it is one line otherwise. */
const isListExpanded = createValue(false)

/** Where the first steps are shown on a tab: orders come first, so with open ones the list is one line. */
function useFirstStepsPlace(tab: string): 'list' | 'strip' | undefined {
  const isAway = useSettings().firstStepsAway !== false
  const hasOpenOrders = useHasOpenOrders()
  const isExpanded = isListExpanded.use()
  if (isAway) return undefined
  return tab === 'orders' && (!hasOpenOrders || isExpanded) ? 'list' : 'strip'
}

function FirstStepsAboveBoard() {
  if (useFirstStepsPlace('orders') !== 'list') return null
  return (
    <Part>
      <FirstStepsView place="list" onOpen={() => {}} />
    </Part>
  )
}

interface DashboardStripProps {
  /** The tab that is shown; empty while a view is. */
  tab: string
  onOpenBoard: () => void
}

/** What all tabs and views say of the evening, in one line, and the figures for which the header has no room (docs/product/board.md#board-strip). */
function DashboardStrip({ tab, onOpenBoard }: DashboardStripProps) {
  const place = useFirstStepsPlace(tab)
  const hasOpenOrders = useHasOpenOrders()
  const reportsUrl = useReportsUrl()
  const isBoard = tab === 'orders' && place !== 'list'
  const sound = useSoundNotice()
  const screen = useScreenNotice()
  const older = useOlderNotice()
  const open = () => {
    // Without orders it is shown anyway, until one arrives.
    isListExpanded.set(hasOpenOrders)
    onOpenBoard()
  }
  const firstSteps: StripNotice = {
    key: 'first-steps',
    tone: 'quiet',
    icon: <ListChecks />,
    text: <strong className="font-semibold">{t('firstSteps.title')}</strong>,
    action: (
      <Part>
        <FirstStepsView place="strip" onOpen={open} />
      </Part>
    ),
  }
  const notices = byDue({
    ...useReservationNotices(),
    live: useLiveNotice(),
    calls: useLateCallNotices(),
    printers: usePrinterNotice(),
    fiscal: useFiscalNotice(),
    due: useDueNotices(),
    paused: usePausedNotice(),
    older: tab === 'orders' && older,
    late: useLateNotice(),
    whatsapp: useWhatsappNotice(() => openDialog('settings', 'whatsapp')),
    sound: isBoard && sound,
    firstSteps: place === 'strip' && tab !== '' && firstSteps,
    screen: isBoard && screen,
  })
  return (
    <div className="@container">
      <StatusStrip
        notices={notices}
        idle={<BoardLine />}
        aside={!useHasFiguresInHeader() && <SummaryCards reportsUrl={reportsUrl} onOpenReports={openReports} />}
      />
    </div>
  )
}

/** What is refetched when it has changed. */
const LISTS = [...menuKeys, ...CHANGED_AREAS.map(areaKey)]

/** Loads the code of what is shown first, and its data: React would replace a spinner no sooner than after 300 ms. */
export function loadFirstData(): Promise<void> {
  const shown = prefetchShown()
  return loadFirst('owner', () => Promise.all([shown, loadFirstOrders(), loadFirstMenu()]))
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
  const [tab, setTab] = useAddressChoice('tab', TABS)
  useBoardSync(useForgetUser())
  useScreenWakeLock()
  useEffect(() => followLists(LISTS), [])
  usePrefetchedParts()
  const viewTitle = useViewTitle()
  return (
    <div className="flex min-h-dvh flex-col md:has-[>aside]:pr-(--side-panel)">
      <WindowTitle title={viewTitle ?? t(`dashboard.tabs.${tab}`)} />
      <DashboardHeader />
      <DashboardStrip tab={viewTitle === undefined ? tab : ''} onOpenBoard={() => setTab('orders')} />
      <NewOrderPanel />
      <OpenedReservation />
      <FiscalReceipts hasCards />
      <AutomaticPrinting />
      <ViewOrTabs>
        <Tabs
          value={tab}
          onValueChange={setTab}
          label={t('dashboard.sections')}
          options={TABS.map((value) => ({
            value,
            label: value === 'orders' ? <OrdersLabel /> : t(`dashboard.tabs.${value}`),
          }))}
          className="grid grid-cols-[minmax(0,1fr)_auto]"
          listClass="pl-3 @phone/page:pl-6"
        >
          <div className="flex items-center gap-2 border-line border-b pr-4 pl-2 @phone/page:pr-6">
            <ReservationsButton isNamed />
            <NewOrderButton />
          </div>
          {TABS.map((name) => {
            const Panel = LAZY_TABS[name]
            const isBoard = name === 'orders'
            return (
              <TabPanel
                key={name}
                value={name}
                className={cx('col-span-2 min-w-0 px-4 @phone/page:px-6', isBoard ? 'pt-1 @tab/page:pt-1.5' : 'pt-4')}
              >
                {isBoard && <FirstStepsAboveBoard />}
                <Part failure={<PageFailure />}>
                  <Panel />
                </Part>
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
  const settings = useLoadedSettings()
  return settings && <AutomaticPrinter orders={orders} settings={settings} />
}
