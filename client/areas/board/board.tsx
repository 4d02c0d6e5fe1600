import {
  ChefHat,
  CircleCheckBig,
  ClipboardList,
  ClockAlert,
  ClockArrowDown,
  SearchX,
  TriangleAlert,
} from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { useAddressChoice } from '../../lib/browser/dashboard.ts'
import { paths } from '../../lib/browser/paths.ts'
import { createValue, storedWord } from '../../lib/browser/storage.ts'
import { MorePages } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  buttonClass,
  cx,
  EmptyState,
  IconButton,
  Part,
  SearchBox,
  Skeleton,
  Spinner,
  TabPanel,
  Tabs,
  t,
} from '../../ui/index.ts'
import {
  laterOrders,
  newestFirst,
  ordersOf,
  refetchOrders,
  SUB_TABS,
  type SubTab,
  TakeOffDialog,
  useHasFailed,
  useIsAudible,
  useIsBoardLoaded,
  useLoadedDownTo,
  useShownOrders,
} from '../orders/index.ts'
import { OrderPayments } from '../payments/index.ts'
import { matchesSearch, useEndedOrders, useSearchOnServer } from './older-orders.tsx'
import { MoveOrderDialog, PickupDialog } from './order-dialogs.tsx'
import { OrderGrid } from './order-grid.tsx'
import { DishesButton, useBoardFacts } from './summary.tsx'
import './board.css'

const ICONS = {
  pending: ClipboardList,
  preparing: ChefHat,
  ready: CircleCheckBig,
  delivered: CircleCheckBig,
  completed: ClipboardList,
  cancelled: ClipboardList,
  all: ClipboardList,
  late: ClockAlert,
}

/** Shown in a sub-tab without orders: the reason, and a link to what to do next. */
export function NoOrders({ subTab, onNewOrder }: { subTab: SubTab | 'late'; onNewOrder: () => void }) {
  const Icon = ICONS[subTab]
  const isAudible = useIsAudible()
  const awaitsOrders = subTab === 'pending' || subTab === 'all'
  const sound = awaitsOrders ? ` ${t(isAudible ? 'sound.rings' : 'sound.silent')}` : ''
  return (
    <EmptyState
      icon={<Icon />}
      title={t(`orders.empty.${subTab}`)}
      description={t(`orders.emptyDescription.${subTab}`) + sound}
      action={
        awaitsOrders ? (
          <Button variant="outline" onClick={onNewOrder}>
            {t('orders.takeOrder')}
          </Button>
        ) : (
          <Link
            href={paths.dashboardTab('orders', { list: 'pending' })}
            className={buttonClass({ variant: 'outline' })}
          >
            {t('orders.toPending')}
          </Link>
        )
      }
    />
  )
}

function NoMatch({ query }: { query: string }) {
  return (
    <EmptyState
      role="status"
      icon={<SearchX />}
      title={t('orders.noMatch')}
      description={t('orders.noMatchDescription', { query })}
    />
  )
}

/** Shown while there are no orders yet and the fetch fails; the fetch retries by itself. */
function BoardLoadFailure() {
  return (
    <EmptyState
      role="alert"
      icon={<TriangleAlert />}
      title={t('common.loadFailed')}
      description={t('common.noConnection')}
      action={<Button onClick={refetchOrders}>{t('common.tryAgain')}</Button>}
    />
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-4">
      <span className="sr-only">{t('orders.loading')}</span>
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

/**
 * The sub-tabs, and behind them, while there are any, the orders with which the kitchen does not start yet, and, once the
 * strip has led there, the late ones.
 */
const LISTS = [...SUB_TABS, 'later', 'late'] as const
type List = (typeof LISTS)[number]

/** Whether the page has all orders of a sub-tab; of ended ones it has just the newest. */
const isOpenStatus = (list: List): boolean => list !== 'all' && list !== 'later' && list !== 'late' && isOpen(list)

const storedOrder = storedWord('board-order', ['oldest'] as const)
/** Whether open orders are listed oldest first, as chosen on this device. */
const oldestFirst = createValue(storedOrder.read() === 'oldest')

function OldestFirstButton() {
  const isOldestFirst = oldestFirst.use()
  const toggle = () => {
    storedOrder.write(isOldestFirst ? undefined : 'oldest')
    oldestFirst.set(!isOldestFirst)
  }
  return (
    <IconButton
      label={t('orders.oldestFirst')}
      aria-pressed={isOldestFirst}
      variant={isOldestFirst ? 'ink' : 'outline'}
      onClick={toggle}
      className="gap-2 font-semibold text-body @min-[100rem]:w-auto @min-[100rem]:px-3.5"
    >
      <ClockArrowDown className="size-5" />
      <span className="whitespace-nowrap @max-[100rem]:hidden">{t('orders.oldestFirst')}</span>
    </IconButton>
  )
}

interface ListOrdersProps {
  list: List
  orders: readonly Order[]
  query: string
  onNewOrder: () => void
  /** In a sub-tab with ended orders. */
  ended?: ReturnType<typeof useEndedOrders>
}

/** A sub-tab with ended orders; the other ones need no query, which each change of sub-tab would begin anew. */
function EndedOrders({ subTab, ...rest }: Omit<ListOrdersProps, 'list'> & { subTab: SubTab }) {
  return <ListOrders {...rest} list={subTab} ended={useEndedOrders(subTab)} />
}

function ListOrders({ list, orders, query, onNewOrder, ended }: ListOrdersProps) {
  const isOldestFirst = oldestFirst.use() && isOpenStatus(list)
  const isLoaded = useIsBoardLoaded()
  const hasFailed = useHasFailed()
  const { late } = useBoardFacts()
  const listed =
    list === 'late'
      ? late
      : list === 'later'
        ? laterOrders(orders)
        : ordersOf(orders, list, { downTo: ended?.downTo, isOldestFirst })
  if (!isLoaded && listed.length === 0) return hasFailed ? <BoardLoadFailure /> : <LoadingCards />
  if (query.trim()) return <SearchMatches orders={orders} query={query} />
  return (
    <>
      {listed.length > 0 && <OrderGrid orders={listed} />}
      {listed.length === 0 && list !== 'later' && <NoOrders subTab={list} onNewOrder={onNewOrder} />}
      {ended && <MorePages list={ended.list} more={t('orders.older')} />}
    </>
  )
}

function SearchMatches({ orders, query }: Pick<ListOrdersProps, 'orders' | 'query'>) {
  const { found, searching, failed } = useSearchOnServer(query)
  const matches = orders.filter((order) => matchesSearch(order, query) || found.has(order.id)).sort(newestFirst)
  return (
    <>
      {matches.length > 0 && <OrderGrid orders={matches} />}
      {matches.length === 0 && !searching && <NoMatch query={query.trim()} />}
      <div role="status" className="mt-4 flex min-h-11 flex-wrap items-center justify-center gap-3 text-muted">
        {searching && <Spinner className="size-5" />}
        {failed && <span>{t('common.loadFailed')}</span>}
      </div>
    </>
  )
}

/** The number of orders in each sub-tab; undefined where ended ones are not loaded: the number would mean nothing. */
function useCounts(orders: readonly Order[]): (subTab: SubTab) => string | undefined {
  const loadedDownTo = useLoadedDownTo()
  const counts = useMemo(() => {
    const byStatus: Partial<Record<SubTab, number>> = { all: orders.length }
    for (const { status } of orders) byStatus[status] = (byStatus[status] ?? 0) + 1
    return byStatus
  }, [orders])
  return (subTab) => {
    if (loadedDownTo === undefined || (loadedDownTo > 0 && !isOpenStatus(subTab))) return undefined
    return String(counts[subTab] ?? 0)
  }
}

interface OrderBoardProps {
  /** Opens the panel for an order beside the board. */
  onNewOrder: () => void
}

/** The Orders tab: sub-tabs by status, a search box, the cards of the chosen sub-tab, and the dialogs that they open. */
export function OrderBoard({ onNewOrder }: OrderBoardProps) {
  const { payments } = useSettings()
  return (
    <div className="@container">
      <SubTabs onNewOrder={onNewOrder} />
      <TakeOffDialog />
      <MoveOrderDialog />
      <PickupDialog />
      <Part>{payments && <OrderPayments />}</Part>
    </div>
  )
}

function SubTabs({ onNewOrder }: OrderBoardProps) {
  const [chosen, choose] = useAddressChoice('list', LISTS)
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const orders = useShownOrders()
  const count = useCounts(orders)
  const later = useMemo(() => laterOrders(orders), [orders])
  const list = chosen === 'later' && later.length === 0 ? 'pending' : chosen
  const props = { orders, query: deferredQuery, onNewOrder }
  return (
    <Tabs<List>
      variant="chips"
      compact
      value={list}
      onValueChange={choose}
      label={t('orders.views')}
      options={[
        ...SUB_TABS.map((value) => ({
          value,
          label: t(`orders.tabs.${value}`),
          count: count(value),
          isMinor: !isOpenStatus(value),
        })),
        ...(later.length > 0
          ? [{ value: 'later' as const, label: <LaterLabel orders={later} />, count: later.length }]
          : []),
        ...(list === 'late' ? [{ value: list, label: t('orders.tabs.late') }] : []),
      ]}
      className="board-tools grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 sm:gap-x-3 md:gap-y-1.5"
      listClass="beside-search"
      behind={<DishesButton orders={orders} />}
    >
      <div className="board-search flex min-w-0 gap-2">
        {isOpenStatus(list) && <OldestFirstButton />}
        <OrderSearch query={query} onChange={setQuery} />
      </div>
      {/* One panel at a time: with all of them, the former one would first be hidden, which costs as much as rendering. */}
      <TabPanel key={list} value={list} className="col-span-2 min-w-0">
        {list === 'later' || list === 'late' || isOpenStatus(list) ? (
          <ListOrders list={list} {...props} />
        ) : (
          <EndedOrders subTab={list} {...props} />
        )}
      </TabPanel>
    </Tabs>
  )
}

/** Marked while there is one that nobody has seen. */
function LaterLabel({ orders }: { orders: readonly Order[] }) {
  const hasNew = orders.some(({ seenAt }) => seenAt === null)
  return (
    <>
      {t('kitchen.later')}
      {hasNew && (
        <span className="size-2 rounded-full bg-accent">
          <span className="sr-only">{t('orders.new')}</span>
        </span>
      )}
    </>
  )
}

/** In a narrow tab it is as narrow as its icon until it is used, so that the sub-tabs have the room. */
function OrderSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  return (
    <SearchBox
      label={t('orders.searchLabel')}
      placeholder={t('orders.search')}
      query={query}
      onChange={onChange}
      className={cx(
        'min-w-0 focus-within:w-64 @max-[44rem]:focus-within:w-full! @min-[76rem]:w-64',
        query ? '@max-[76rem]:w-64 @max-[44rem]:w-full!' : '@max-[76rem]:w-11',
      )}
      inputClass={query ? undefined : '@max-[76rem]:not-focus:placeholder:text-transparent'}
    />
  )
}
