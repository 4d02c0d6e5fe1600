import { CirclePause, Ellipsis } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { loadFirst, RequireAccess, useForgetUser } from '../../areas/accounts/index.ts'
import { BillDialog } from '../../areas/bills/index.ts'
import {
  FloorGrid,
  FloorGridSkeleton,
  floorTasks,
  isTaken,
  NewRound,
  OpenedTable,
  restoreRoundDrafts,
  TaskList,
  useFloor,
  useFloorBell,
  useIsTakingRound,
  useOpenTableId,
  useTableCheckouts,
  waitingAttempt,
} from '../../areas/floor/index.ts'
import { menuKeys, useMenu } from '../../areas/menu/index.ts'
import {
  loadFirstOrders,
  openOrdersByTable,
  RING_FOR_NONE,
  SoundButton,
  useBoardSync,
  useIsBoardLive,
  useIsBoardLoaded,
  useLiveNotice,
  useScreenWakeLock,
  useShownOrders,
  useSoundNotice,
} from '../../areas/orders/index.ts'
import { OrderPayments } from '../../areas/payments/index.ts'
import { FiscalReceipts, useFiscalNotice } from '../../areas/printing/index.ts'
import {
  OpenedReservation,
  ReservationBook,
  ReservationsButton,
  reservationsKey,
  useIsBookOpen,
  useReservationNews,
} from '../../areas/reservations/index.ts'
import { areaKey } from '../../lib/api/query.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useUrlWithoutView } from '../../lib/browser/dashboard.ts'
import { isLanguageChosen } from '../../lib/browser/preferences.tsx'
import { followLists } from '../../lib/changes/refetching.ts'
import { useOpenedDialog } from '../../lib/dialogs/open-dialog.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { timeZone, usePageTitle, useSettings } from '../../lib/settings/settings.ts'
import {
  cx,
  EmptyState,
  IconButton,
  LoadFailure,
  PageFailure,
  Part,
  StatusStrip,
  type StripNotice,
  SubjectDialog,
  t,
  Wordmark,
} from '../../ui/index.ts'

/** Loads what the first render shows. */
export const loadFirstData = () => loadFirst('floor', loadFirstOrders)

/** The screen of those who serve (docs/product/floor.md#floor-screen). */
export default function FloorPage() {
  return (
    <RequireAccess access="floor">
      <Floor />
    </RequireAccess>
  )
}

function Floor() {
  useBoardSync(useForgetUser(), RING_FOR_NONE)
  useScreenWakeLock()
  useUpdates()
  useState(restoreRoundDrafts)
  usePageTitle(t('floor.title'))
  const { data: tables, error, isFetching, refetch } = useFloor()
  const notices = [useLiveNotice(), useFiscalNotice(), usePauseNotice(), useSoundNotice(t('floor.askSound'))].filter(
    (notice) => notice !== undefined,
  )
  return (
    <main className="flex h-dvh flex-col">
      <h1 className="sr-only">{t('floor.title')}</h1>
      <StatusStrip notices={notices} />
      {tables ? (
        <Tables tables={tables} />
      ) : error && !isFetching ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="flex min-h-0 flex-1 pt-16">
          <FloorGridSkeleton />
          <div className={BESIDE} />
        </div>
      )}
      <Payments />
      <OpenedReservation />
      <FiscalReceipts hasCards={false} />
    </main>
  )
}

/** Says before a round is taken that the kitchen would refuse it. */
function usePauseNotice(): StripNotice | undefined {
  const { ordersPaused, ordersPausedUntil: until } = useSettings()
  if (!ordersPaused) return undefined
  const text = until
    ? t('kitchen.menu.pausedUntil', { time: localTime(new Date(until), timeZone).time })
    : t('kitchen.menu.isPaused')
  return { key: 'paused', tone: 'danger', icon: <CirclePause />, text }
}

/** The payments of an order that has no table, and so no bill. */
function Payments() {
  const isNeeded = useOpenedDialog('pay') !== undefined
  const [isLoaded, setLoaded] = useState(false)
  if (isNeeded && !isLoaded) setLoaded(true)
  return <Part>{isLoaded && <OrderPayments />}</Part>
}

const BESIDE = 'grid w-pane shrink-0 place-items-center border-line border-l max-md:hidden'

function Tables({ tables }: { tables: readonly FloorTable[] }) {
  const orders = useShownOrders()
  const isLoaded = useIsBoardLoaded()
  const openId = useOpenTableId()
  const isTakingRound = useIsTakingRound()
  const rounds = useMemo(() => openOrdersByTable(orders), [orders])
  const checkouts = useTableCheckouts(tables.map(({ id }) => id))
  const unsentAt = useMemo(() => {
    const attempts = [...checkouts].flatMap(([id, state]) => {
      const attempt = waitingAttempt(state)
      return attempt ? [[id, new Date(attempt.at).toISOString()] as const] : []
    })
    return new Map(attempts)
  }, [checkouts])
  const news = useReservationNews()
  const tasks = useMemo(() => floorTasks(tables, orders, unsentAt, news), [tables, orders, unsentAt, news])
  const readyIds = useMemo(() => orders.filter(({ status }) => status === 'ready').map(({ id }) => id), [orders])
  useFloorBell(tables, isLoaded ? readyIds : undefined, news)
  const isBookOpen = useIsBookOpen()
  const besideBook = useUrlWithoutView()
  const open = tables.find(({ id }) => id === openId)
  const occupied = tables.filter((table) => isTaken(table, rounds.get(table.id) ?? [])).length
  if (isBookOpen)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Part failure={<PageFailure />}>
          <ReservationBook tabsUrl={besideBook} />
        </Part>
      </div>
    )
  return (
    <div className="flex min-h-0 flex-1">
      <div className={cx('flex min-w-0 flex-1 flex-col', open && 'max-md:hidden')}>
        <FloorHeader occupied={occupied} />
        {tables.length === 0 ? (
          <div className="grid flex-1 place-items-center">
            <EmptyState title={t('floor.empty')} description={t('floor.emptyDescription')} />
          </div>
        ) : (
          <FloorGrid tables={tables} rounds={rounds} unsent={unsentAt} openId={openId} />
        )}
        <TaskList tasks={tasks} rounds={rounds} />
      </div>
      {open && (
        <Part key={open.id} failure={<PageFailure />}>
          {isTakingRound ? (
            <NewRound table={open} tables={tables} />
          ) : (
            <OpenedTable table={open} tables={tables} rounds={rounds.get(open.id) ?? []} isLoaded={isLoaded} />
          )}
        </Part>
      )}
      {!open && tables.length > 0 && (
        // So that the tables keep their places when one is opened.
        <div className={BESIDE}>
          <EmptyState title={t('orderMove.choose')} description={t('floor.chooseDescription')} />
        </div>
      )}
    </div>
  )
}

const LISTS = [...menuKeys, reservationsKey, areaKey('fiscal')]

/** What may change while the floor is open. The menu is loaded before somebody takes a round. */
function useUpdates(): void {
  useMenu()
  useEffect(() => followLists(LISTS), [])
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of [OpenedTable, NewRound, BillDialog, ServiceMenu]) void part.prefetch()
      }),
    [],
  )
}

const ServiceMenu = lazyPart(() => import('../service-menu.tsx'))

/** The floor's name and how many tables are in use, the connection, the sound, and the menu. */
function FloorHeader({ occupied }: { occupied: number }) {
  const isLive = useIsBoardLive()
  const [isOpen, setOpen] = useState(isLanguageChosen)
  return (
    <div data-kept-free="" className="@container flex min-h-16 shrink-0 items-center gap-2 px-3.5">
      <Wordmark name={t('floor.title')} />
      <p className="min-w-0 flex-1 truncate pt-1 text-body text-muted">
        <span className="@max-[27rem]:sr-only">{t('floor.occupied', { count: occupied })}</span>
      </p>
      {/* A dot while the floor is up to date; the strip says in words when it is not. */}
      <span role="status" className={cx('grid size-7 place-items-center rounded-full', isLive && 'bg-ready-soft')}>
        <span
          aria-hidden="true"
          className={cx('size-3.5 rounded-full', isLive ? 'bg-ready' : 'animate-pulse bg-pending')}
        />
        <span className="sr-only">{isLive ? t('live.live') : t('live.connecting')}</span>
      </span>
      <ReservationsButton />
      <SoundButton label={t('floor.sound')} />
      <IconButton label={t('menu.title')} variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis className="size-5" />
      </IconButton>
      <SubjectDialog subject={isOpen}>
        {(_, open) => <ServiceMenu page="floor" open={open} onOpenChange={setOpen} />}
      </SubjectDialog>
    </div>
  )
}
