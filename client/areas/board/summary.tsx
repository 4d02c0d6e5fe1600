import { useQuery } from '@tanstack/react-query'
import { BellRing, CalendarClock, ClockAlert, CookingPot, Hand, ReceiptText } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { getSummary, type Order } from '#shared/contracts/orders.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { countsFrom, hasBegun, isLater, isUnseen } from '#shared/domain/orders/later.ts'
import { isInKitchen, isOpen } from '#shared/domain/orders/order.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { paths } from '../../lib/browser/paths.ts'
import { serverDate, useServerNow } from '../../lib/clock/server-clock.ts'
import { batched, followLive } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { inParts, money, useSettings } from '../../lib/settings/settings.ts'
import { Button, Money, Skeleton, StripButton, StripLink, type StripNotice, SubjectDialog, t } from '../../ui/index.ts'
import { agoText, tableName, useFloor, useTakeCall, useWaitingBell } from '../floor/index.ts'
import {
  ageText,
  isLateOrder,
  laterOrders,
  markSeen,
  newestFirst,
  orderAge,
  pickupText,
  titleOf,
  useIsBoardLoaded,
  useShownOrders,
} from '../orders/index.ts'
import { isAsked, newsText, openReservation, useReservationNews, useSee } from '../reservations/index.ts'

/* What header, strip and toolbar say of the orders: figures, the wait, late calls, and the dishes to make. */

const summaryQuery = {
  queryKey: [getSummary.path] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSummary, { signal }),
  staleTime: 0,
}

/** Minimum time between refetches: in a rush, orders arrive faster than anybody reads the figures. */
const REFETCH_INTERVAL_MS = 1000

/** The four figures over all orders, refetched when orders arrive or change; each leads to the reports. */
export function SummaryCards({ reportsUrl, onOpenReports }: { reportsUrl: string; onOpenReports: () => void }) {
  const { data, isError } = useSummary()
  const figure = (name: 'totalOrders' | 'totalCustomers' | 'averageOrderValue' | 'vipCustomers'): ReactNode => {
    if (!data) return isError ? '–' : <Skeleton className="h-4 w-12" />
    return name === 'averageOrderValue' ? <Money parts={inParts(data[name])} /> : formatNumber(data[name])
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
            className="figure-link touch px-2 @wide:px-2.5"
          >
            <span className="font-medium text-xs text-muted leading-[0.875rem]">{t(`dashboard.${name}`)} </span>
            <span className="figures h-[1.125rem] font-semibold text-body leading-[1.125rem]">{figure(name)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The orders of today and their value, or what was taken; undefined until the cards have fetched them. */
function useTodayWords(): string | undefined {
  const today = useQuery({ ...summaryQuery, enabled: false }).data?.today
  if (!today) return undefined
  const value = t(today.taken === null ? 'dashboard.salesToday' : 'dashboard.takenToday')
  return [
    `${t('dashboard.ordersToday')}: ${formatNumber(today.orders)}`,
    `${value}: ${money(today.taken ?? today.sales)}`,
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

const DishesDrawer = lazyPart(() => import('./dishes-drawer.tsx'))

/** Button for the list of dishes to make, summed over the orders (docs/product/board.md#board-dishes). */
export function DishesButton({ orders }: { orders: readonly Order[] }) {
  const [open, setOpen] = useState(false)
  useEffect(() => whenIdle(() => void DishesDrawer.prefetch()), [])
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        title={t('orders.dishes.title')}
        onClick={() => setOpen(true)}
        className="shrink-0 px-3! whitespace-nowrap"
      >
        <CookingPot className="size-5 shrink-0" />
        <span className="@max-[106rem]:sr-only">{t('orders.dishes.title')}</span>
      </Button>
      <SubjectDialog subject={open}>
        {(_, isOpen) => <DishesDrawer orders={orders} open={isOpen} onOpenChange={setOpen} />}
      </SubjectDialog>
    </>
  )
}

interface BoardFacts {
  /** The oldest first, as those that are late. */
  toMake: readonly Order[]
  late: readonly Order[]
  /** Orders for later with which the kitchen should start now. */
  due: readonly Order[]
  /** When the oldest open order began to count, in ms since 1970. */
  openSince: number
}

function factsOf(orders: readonly Order[], settings: Settings, date: Date): BoardFacts {
  const now = date.getTime()
  const open = orders.filter(({ status }) => isOpen(status))
  const waiting = open
    .filter((order) => isInKitchen(order.status) && !isLater(order, date))
    .sort(newestFirst)
    .reverse()
  return {
    toMake: waiting.filter(({ status }) => status !== 'ready'),
    // A ready order that nobody serves is late, too.
    late: waiting.filter((order) => isLateOrder(order, settings, now)),
    due: laterOrders(open, date).filter((order) => hasBegun(order, date)),
    openSince: Math.min(...open.map((order) => Date.parse(countsFrom(order)))),
  }
}

let known: { of: readonly unknown[]; facts: BoardFacts } | undefined

/** What the strip says of the orders: computed once for all of its lines, when the board changes or time passes. */
export function useBoardFacts(): BoardFacts {
  const of = [useShownOrders(), useSettings(), useServerNow()] as const
  if (!known || of.some((value, i) => value !== known?.of[i])) {
    // The time is that of now: the board changes at the start of an order for later, between two ticks.
    known = { of, facts: factsOf(of[0], of[1], serverDate()) }
  }
  return known.facts
}

function useBoardWords() {
  const now = useServerNow()
  const { toMake, late } = useBoardFacts()
  const ageOf = ([order]: readonly Order[]) => {
    const minutes = order ? orderAge(countsFrom(order), now).minutes : 0
    return minutes > 0 && t('orders.line.oldest', { age: ageText(t, minutes) })
  }
  return {
    toMake: toMake.length > 0 ? t('orders.line.toMake', { count: toMake.length }) : t('orders.dishes.none'),
    age: ageOf(toMake),
    late: late.length > 0 && `${t('kitchen.lateCount', { count: late.length })}, ${ageOf(late)}`,
    today: useTodayWords(),
  }
}

/** What the strip says while nothing else is to be said. */
export function BoardLine() {
  const isLoaded = useIsBoardLoaded()
  const { toMake, age, today } = useBoardWords()
  if (!isLoaded) return null
  return (
    <p className="figures line-clamp-2 min-w-0 flex-1 text-body text-muted leading-tight max-sm:text-small">
      {[toMake, age, today].filter(Boolean).join(' · ')}
    </p>
  )
}

/** How many orders are late: the way to all of them, from wherever it is said. */
export function useLateNotice(): StripNotice | undefined {
  const { toMake, late, today } = useBoardWords()
  if (!late) return undefined
  return {
    key: 'late',
    tone: 'quiet',
    icon: <ClockAlert />,
    text: (
      <>
        <StripLink href={paths.dashboardTab('orders', { list: 'late' })} onClick={() => scrollTo(0, 0)}>
          {late}
        </StripLink>
        <span className="figures text-muted @max-[56rem]:hidden">
          {[' ', toMake, today].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  }
}

/** The orders for later with which the kitchen should start now (docs/product/board.md#board-later). */
export function useDueNotices(): StripNotice[] {
  const settings = useSettings()
  const { due } = useBoardFacts()
  return due.map((order): StripNotice => {
    return {
      key: `due ${order.id}`,
      tone: 'accent',
      icon: <BellRing />,
      text: (
        <StripLink
          href={paths.dashboardTab('orders', { list: 'later' })}
          // Its card, the first there, is all that there is to see.
          onClick={() => isUnseen(order, serverDate()) && void markSeen(order)}
        >
          {t('later.startNow', { time: pickupText(t, order.pickupAt ?? '', settings) })}
          <span className="font-normal"> · {titleOf(t, order)}</span>
        </StripLink>
      ),
    }
  })
}

/** A call that nobody has taken for this long is shown to owners too, in milliseconds. */
const LATE_AFTER_MS = 5 * 60_000
/** Late calls are minutes old: the board follows changes of tables less often than the floor does. */
const DELAY_MS = 5_000

/** The calls that nobody on the floor has taken: they ring on the board too (docs/product/floor.md#floor-calls). */
export function useLateCallNotices(): StripNotice[] {
  const { data: tables } = useFloor(DELAY_MS)
  const now = useServerNow()
  const late = useMemo(() => lateCalls(tables ?? [], now), [tables, now])
  useWaitingBell(
    useMemo(() => late.map(({ call }) => call), [late]),
    now,
  )
  return late.map(({ table, call }): StripNotice => {
    const title = t(call.kind === 'bill' ? 'floor.wantsBill' : 'floor.wantsWaiter', { table: tableName(table) })
    const details = [call.method && t(`floor.${call.method}`), agoText(call.at, now)].filter(Boolean)
    return {
      key: `call ${call.id}`,
      tone: 'accent',
      icon: call.kind === 'bill' ? <ReceiptText /> : <Hand />,
      text: (
        <>
          <strong className="font-semibold">{title}</strong> · {details.join(' · ')}
        </>
      ),
      action: <TakeButton table={table} call={call} title={title} />,
    }
  })
}

/** Who comes within this time is answered before what is less late. */
const SOON_MS = 2 * 60 * 60_000

/**
 * Guests' reservations: those to answer, which ring, of the next two hours and of later, and those that nobody has seen
 * (docs/product/reservations.md#reservations-news).
 */
export function useReservationNotices(): Record<'askedSoon' | 'asked' | 'unseen', StripNotice[]> {
  const settings = useSettings()
  const news = useReservationNews()
  const now = useServerNow()
  const asked = useMemo(() => news.filter(isAsked), [news])
  useWaitingBell(asked, now)
  const { mutate: see } = useSee()
  const noticeOf = (reservation: Reservation): StripNotice => {
    const { id, version } = reservation
    const { title, details } = newsText(reservation, settings)
    const answer = t('floor.reservation.answer')
    return {
      key: `reservation ${id}`,
      tone: isAsked(reservation) ? 'accent' : 'quiet',
      icon: <CalendarClock />,
      text: (
        <>
          {details.join(' · ')} · <span className="font-semibold">{title}</span>
        </>
      ),
      ...(isAsked(reservation)
        ? {
            action: (
              <StripButton
                aria-haspopup="dialog"
                aria-label={`${answer}: ${title}`}
                onClick={() => openReservation({ id })}
              >
                {answer}
              </StripButton>
            ),
          }
        : { onDismiss: () => see({ id, version }) }),
    }
  }
  const isSoon = ({ at }: Reservation) => Date.parse(at) - now <= SOON_MS
  return {
    askedSoon: asked.filter(isSoon).map(noticeOf),
    asked: asked.filter((one) => !isSoon(one)).map(noticeOf),
    unseen: news.filter((one) => !isAsked(one)).map(noticeOf),
  }
}

interface LateCallProps {
  table: FloorTable
  call: TableCall
}

function TakeButton({ table, call, title }: LateCallProps & { title: string }) {
  const { mutate, isPending } = useTakeCall(table, call)
  return (
    <StripButton pending={isPending} onClick={() => mutate()} aria-label={`${t('floor.take')}: ${title}`}>
      {t('floor.take')}
    </StripButton>
  )
}

function lateCalls(tables: readonly FloorTable[], now: number): LateCallProps[] {
  return tables.flatMap((table) =>
    table.calls
      .filter(({ status, at }) => status === 'open' && now - Date.parse(at) >= LATE_AFTER_MS)
      .map((call) => ({ table, call })),
  )
}
