import { useQuery } from '@tanstack/react-query'
import { CookingPot } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { getSummary, type Order } from '#shared/contracts/orders.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { callApi } from '../../lib/api/api.ts'
import { batched, queryClient } from '../../lib/api/query.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { followLive } from '../../lib/live/live.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Badge, Button, Drawer, EmptyState, Money, Skeleton, useTranslation } from '../../ui/index.ts'
import { useDishes } from '../menu/owner.ts'
import { byCategory, DishVariants, dishesToMake, dishName } from '../orders/index.ts'

const summaryQuery = {
  queryKey: [getSummary.path] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSummary, { signal }),
  staleTime: 0,
}

/** Minimum time between refetches: in a rush, orders arrive faster than anybody reads the figures. */
const REFETCH_INTERVAL_MS = 1000

interface SummaryCardsProps {
  reportsUrl: string
  onOpenReports: () => void
}

/** The four figures over all orders, refetched when orders arrive or change; each leads to the reports. */
export function SummaryCards({ reportsUrl, onOpenReports }: SummaryCardsProps) {
  const { t, language } = useTranslation()
  const money = useMoney()
  const { data, isError } = useSummary()
  const figure = (name: 'totalOrders' | 'totalCustomers' | 'averageOrderValue' | 'vipCustomers'): ReactNode => {
    if (!data) return isError ? '–' : <Skeleton className="h-4 w-12" />
    return name === 'averageOrderValue' ? (
      <Money parts={money.inParts(data[name])} />
    ) : (
      formatNumber(data[name], language)
    )
  }
  return (
    <ul aria-label={t('dashboard.summary')} className="flex shrink-0 gap-1.5">
      {(['totalOrders', 'totalCustomers', 'averageOrderValue', 'vipCustomers'] as const).map((name) => (
        <li key={name}>
          <Link
            href={reportsUrl}
            onClick={(event) => {
              // The way back is the address of this moment, which a link would fix when it is rendered.
              event.preventDefault()
              onOpenReports()
            }}
            title={`${t('dashboard.allOrders')} (${t('reports.open')})`}
            className="touch flex h-9.5 flex-col justify-center whitespace-nowrap rounded-chip border border-line bg-card px-2.5 hover:bg-sunk"
          >
            <span className="font-medium text-xs text-muted leading-3.5">{t(`dashboard.${name}`)} </span>
            <span className="figures h-4.5 font-semibold text-body leading-4.5">{figure(name)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The orders of today and their value, or what was taken; undefined until the cards have fetched them. */
export function useTodayWords(): string | undefined {
  const { t, language } = useTranslation()
  const money = useMoney()
  const today = useQuery({ ...summaryQuery, enabled: false }).data?.today
  if (!today) return undefined
  const value = t(today.taken === null ? 'dashboard.salesToday' : 'dashboard.takenToday')
  return [
    `${t('dashboard.ordersToday')}: ${formatNumber(today.orders, language)}`,
    `${value}: ${money.format(today.taken ?? today.sales)}`,
  ].join(' · ')
}

function useSummary() {
  useEffect(() => {
    const { request, cancel } = batched(
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
export function DishesButton({ orders }: { orders: readonly Order[] }) {
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
        <Dishes orders={orders} />
      </Drawer>
    </>
  )
}

function Dishes({ orders }: { orders: readonly Order[] }) {
  const { t, language } = useTranslation()
  const { data: menu = [] } = useDishes()
  const dishes = useMemo(() => {
    const now = serverDate()
    return dishesToMake(orders.filter((order) => !isLater(order, now)))
  }, [orders])
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
            <h3 className="font-semibold text-body text-muted">
              {nameIn(language, { name: category, nameRo: categoryRo })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {dishes.map((dish) => (
              <li key={dish.key} className="flex items-baseline gap-3 py-3">
                <span className="display figures min-w-11 shrink-0 text-figure leading-none">{dish.quantity}×</span>
                <span className="min-w-0 text-name font-medium">
                  {dishName(t, language, dish)}
                  <PortionsLeft dish={menu.find(({ id }) => id === dish.menuItemId)} />
                  <DishVariants variants={dish.variants} language={language} className="text-body" />
                  {dish.notes.map(({ note, quantity }) => (
                    <span key={note} className="figures block text-body font-semibold text-accent">
                      {quantity}× <q>{note}</q>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function PortionsLeft({ dish }: { dish: MenuItem | undefined }) {
  const { t } = useTranslation()
  if (!dish || dish.portionsLeft === null) return null
  return <Badge className="ml-2">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
}
