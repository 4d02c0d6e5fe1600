import { useQuery } from '@tanstack/react-query'
import { ChartColumn, CookingPot } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { getSummary, type Summary } from '#shared/contracts/orders.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { later } from '../../lib/live/later.ts'
import { followLive } from '../../lib/live/live.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Badge, Button, cx, Drawer, EmptyState, Money, Skeleton, useTranslation } from '../../ui/index.ts'
import { useDishes } from '../menu/owner.ts'
import { type Board, byCategory, countOlderOpen, DishVariants, dishesToMake, dishName } from '../orders/index.ts'

const summaryQuery = {
  queryKey: [getSummary.path] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSummary, { signal }),
  staleTime: 0,
}

/** The server's number of orders in each open status; undefined until fetched. */
export function useOpenCounts(): Summary['open'] | undefined {
  // The header fetches the summary and keeps it current; without this, each change of sub-tab would fetch it, too.
  return useQuery({ ...summaryQuery, refetchOnMount: false }).data?.open
}

/** Minimum time between refetches: in a rush, orders arrive faster than anybody reads the figures. */
const REFETCH_INTERVAL_MS = 1000

interface SummaryCardsProps {
  reportsUrl: string
  onOpenReports: () => void
  /** In the strip there are today's figures alone. */
  isInStrip?: boolean
}

/**
 * The figures of today, and beside them the four over all orders, refetched when orders arrive or change; all are one
 * link to the reports. If there is too little room, figures over all orders disappear, the rightmost first.
 */
export function SummaryCards({ reportsUrl, onOpenReports, isInStrip = false }: SummaryCardsProps) {
  const { t, language } = useTranslation()
  const money = useMoney()
  const { data, isError } = useSummary()
  const unknown = isError ? '–' : undefined
  const number = (value: number | undefined) => (value === undefined ? unknown : formatNumber(value, language))
  const amount = (value: number | undefined) => (value === undefined ? unknown : <Money parts={money.inParts(value)} />)
  return (
    <section aria-label={t('dashboard.summary')} className="min-w-0">
      <Link
        href={reportsUrl}
        onClick={(event) => {
          // The way back is the address of this moment, which a link would fix when it is rendered.
          event.preventDefault()
          onOpenReports()
        }}
        title={t('reports.open')}
        className={cx(
          'flex h-11 min-w-0 items-center gap-3.5 transition-colors hover:bg-sunk',
          isInStrip ? '-mx-4 px-4' : 'rounded-control border border-line bg-paper px-3',
        )}
      >
        <Figure label={t('dashboard.ordersToday')}>{number(data?.today.orders)}</Figure>
        <Figure
          label={t(`dashboard.${data?.today.taken == null ? 'salesToday' : 'takenToday'}`)}
          isQuiet={data?.today.taken === 0}
        >
          {amount(data?.today.taken ?? data?.today.sales)}
        </Figure>
        {!isInStrip && (
          <>
            <span aria-hidden="true" className="h-6 w-px shrink-0 bg-line" />
            {/* Figures that do not fit wrap below the visible line. The first, empty element makes that true of all of them. */}
            <span
              title={t('dashboard.allOrders')}
              className="flex h-9 min-w-0 flex-wrap gap-x-3.5 overflow-hidden pr-0.5"
            >
              <span className="-mr-3.5 h-9" />
              <Figure label={t('dashboard.totalOrders')}>{number(data?.totalOrders)}</Figure>
              <Figure label={t('dashboard.totalCustomers')}>{number(data?.totalCustomers)}</Figure>
              <Figure label={t('dashboard.averageOrderValue')}>{amount(data?.averageOrderValue)}</Figure>
              <Figure label={t('dashboard.vipCustomers')}>{number(data?.vipCustomers)}</Figure>
            </span>
          </>
        )}
        <span className="sr-only">{t('reports.open')}</span>
        <ChartColumn className="ml-auto size-5 shrink-0 text-accent" />
      </Link>
    </section>
  )
}

function Figure({ label, isQuiet, children }: { label: string; isQuiet?: boolean; children: ReactNode }) {
  return (
    <span className="flex h-9 shrink-0 flex-col justify-center whitespace-nowrap">
      <span className="font-medium text-[11.5px] text-muted leading-4">{label} </span>
      <span className={cx('figures text-[15px] leading-5', isQuiet ? 'text-muted' : 'font-semibold')}>
        {children ?? <Skeleton className="my-0.5 h-4 w-12" />}{' '}
      </span>
    </span>
  )
}

function useSummary() {
  useEffect(() => {
    const { request, cancel } = later(
      () => void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey }),
      () => REFETCH_INTERVAL_MS,
    )
    const unfollow = followLive({ opened: request, ORDER_UPDATE: request, ORDERS_CHANGED: request })
    return () => {
      unfollow()
      cancel()
    }
  }, [])
  return useQuery(summaryQuery)
}

/** Button for the list of dishes to make, summed over the orders (docs/product/board.md#board-dishes). */
export function DishesButton({ board }: { board: Board }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        title={t('orders.dishes.title')}
        onClick={() => setOpen(true)}
        className="beside-search shrink-0 px-3! whitespace-nowrap"
      >
        <CookingPot className="size-5 shrink-0" />
        <span className="max-[96rem]:sr-only">{t('orders.dishes.title')}</span>
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={t('orders.dishes.title')} isText>
        <Dishes board={board} />
      </Drawer>
    </>
  )
}

function Dishes({ board }: { board: Board }) {
  const { t, language } = useTranslation()
  const openCounts = useOpenCounts()
  const { data: menu = [] } = useDishes()
  const dishes = useMemo(() => {
    const now = serverDate()
    return dishesToMake([...board.orders.values()].filter((order) => !isLater(order, now)))
  }, [board.orders])
  const uncounted = openCounts
    ? countOlderOpen(board, 'pending', openCounts) + countOlderOpen(board, 'preparing', openCounts)
    : 0
  return (
    <>
      {dishes.length === 0 && (
        <EmptyState
          icon={<CookingPot />}
          title={t('orders.dishes.none')}
          description={t('orders.dishes.noneDescription')}
        />
      )}
      {byCategory(dishes, menu).map(({ category, categoryRo, dishes }) => (
        <section key={category ?? ''} className="pt-4">
          {category !== undefined && (
            <h3 className="font-semibold text-[15px] text-muted">
              {nameIn(language, { name: category, nameRo: categoryRo })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {dishes.map((dish) => (
              <li key={dish.key} className="flex items-baseline gap-3 py-3">
                <span className="display figures min-w-11 shrink-0 text-[26px] leading-none">{dish.quantity}×</span>
                <span className="min-w-0 text-[17px] font-medium">
                  {dishName(t, language, dish)}
                  <PortionsLeft dish={menu.find(({ id }) => id === dish.menuItemId)} />
                  <DishVariants variants={dish.variants} language={language} className="text-[15px]" />
                  {dish.notes.map(({ note, quantity }) => (
                    <span key={note} className="figures block text-[15px] font-semibold text-accent">
                      {quantity}× <q>{note}</q>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {uncounted > 0 && (
        <p className="py-4 text-[15px] text-muted">{t('orders.earlier.notShown', { count: uncounted })}</p>
      )}
    </>
  )
}

function PortionsLeft({ dish }: { dish: MenuItem | undefined }) {
  const { t } = useTranslation()
  if (!dish || dish.portionsLeft === null) return null
  return <Badge className="ml-2">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
}
