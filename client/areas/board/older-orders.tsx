import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { completeOlder, listOrders, type Order } from '#shared/contracts/orders.ts'
import { hasPhonePart, phonePart } from '#shared/domain/customers/stored-phone.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { foldText } from '#shared/domain/text.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../lib/api/api.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { money, timeZone, useSettings } from '../../lib/settings/settings.ts'
import { language, StripButton, type StripNotice, t, toast, useDebouncedText } from '../../ui/index.ts'
import {
  boardOf,
  currentBoard,
  endedKey,
  fetchOrders,
  lowestId,
  putBoard,
  putOrders,
  refetchOrders,
  type SubTab,
  useIsBoardLoaded,
  useLoadedDownTo,
} from '../orders/index.ts'
import { useBoardFacts } from './summary.tsx'

/** Offers in the strip to complete the open orders of earlier days. */
export function useOlderNotice(): StripNotice | undefined {
  const { businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const today = businessDayStart(serverDate(), startsAt, timeZone)
  const hasEarlier = useBoardFacts().openSince < today.getTime()
  if (!useIsBoardLoaded() || !hasEarlier) return undefined
  return {
    key: 'older',
    tone: 'quiet',
    icon: <History />,
    text: t('orders.earlier.some'),
    action: <CompleteOlderButton before={today} />,
  }
}

/** Longer than usual, because thousands of orders can be completed. */
const COMPLETE_TIMEOUT_MS = 60_000

/** Completes the open orders of earlier days, after counting them on the server and a confirmation by the owner. */
function CompleteOlderButton({ before }: { before: Date }) {
  const body = { before: before.toISOString() }
  const complete = async (count: number, due?: number) => {
    let owed: number | undefined
    const isDone = await confirm({
      title: t('orders.earlier.title', { count }),
      description: t('orders.earlier.description', { count, moment: formatMoment(body.before, timeZone, language) }),
      confirm: t(due === undefined ? 'orders.earlier.confirm' : 'payments.without'),
      cancel: t('orders.earlier.keep'),
      isDestructive: due !== undefined,
      body: due !== undefined && <p className="font-semibold">{t('due.due', { amount: money(due) })}</p>,
      async action() {
        const sent = { ...body, withoutPayment: due === undefined ? undefined : true }
        try {
          const { completed } = await sendChange(completeOlder, { body: sent, timeout: COMPLETE_TIMEOUT_MS })
          toast({ title: t('orders.earlier.completed', { count: completed }) })
        } catch (error) {
          if (error instanceof RequestError && error.code === 'unpaid') owed = error.body.due ?? 0
          else toastFailure(t('common.notChanged'), error)
        }
        // After a failure, some of them may have been completed.
        refetchOrders()
      },
    })
    if (isDone && owed !== undefined) await complete(count, owed)
  }
  const counting = useOwnerChange({
    mutationFn: () => sendChange(completeOlder, { query: { dryRun: 'true' }, body, timeout: COMPLETE_TIMEOUT_MS }),
    onSuccess({ completed }) {
      if (completed > 0) return void complete(completed)
      toast({ title: t('orders.earlier.none') })
      refetchOrders()
    },
    failure: 'common.notChanged',
  })
  return (
    <StripButton variant="outline" pending={counting.isPending} onClick={() => counting.mutate()}>
      {t('orders.earlier.complete')}
    </StripButton>
  )
}

/**
 * Whether an order matches the text in the board's search box: its number (`12`, `#12`), the customer's name without
 * regard to case or diacritics, a part of the phone number in any notation, or the table's number or label.
 */
export function matchesSearch(order: Order, text: string): boolean {
  const query = foldText(text).trim()
  if (!query) return true
  if (searchExpression(text).test(searchedText(order.customerName, order.tableLabel ?? ''))) return true
  const number = /^#?(\d+)$/.exec(query)?.[1]
  if (number !== undefined && String(order.id) === number) return true
  const tableNumber = /^(?:(?:table|masa)\s*)?(\d+)$/.exec(query)?.[1]
  if (tableNumber !== undefined && String(order.tableNumber) === tableNumber) return true
  const part = phonePart(text)
  return part !== undefined && hasPhonePart(order.phoneNumber, part)
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Searches orders on the server once typing pauses, and adds the orders found to the board.
 * @returns `found`: the ids of the orders that the server found for the text
 */
export function useSearchOnServer(text: string) {
  const query = useDebouncedText(text)
  const { data, isFetching, isError } = useQuery({
    queryKey: [...endedKey, 'search', query],
    queryFn: ({ signal }) => callApi(listOrders, { query: { q: query }, signal }),
    enabled: query !== '',
    // Never use the cache: orders change all the time, and the board already has those found before.
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => data && putOrders(data), [data])
  const isCurrent = query === text.trim()
  const found = useMemo(() => (data && isCurrent ? new Set(data.map(({ id }) => id)) : NONE), [data, isCurrent])
  return { found, searching: isFetching || !isCurrent, failed: isError }
}

const PAGE_SIZE = 60

/**
 * The ended orders of a sub-tab: those of the list, and older ones page by page. Each page puts its orders on the board.
 * @returns also `downTo`: the lowest id down to which they are loaded; 0 once all are
 */
export function useEndedOrders(subTab: SubTab) {
  const loadedDownTo = useLoadedDownTo() ?? 0
  const list = useInfiniteQuery({
    // After a gap the list may begin above the pages that were loaded before.
    queryKey: [...endedKey, subTab, loadedDownTo],
    initialData: { pages: [loadedDownTo], pageParams: [Number.POSITIVE_INFINITY] },
    initialPageParam: Number.POSITIVE_INFINITY,
    getNextPageParam: (downTo: number) => downTo || undefined,
    async queryFn({ pageParam: from }) {
      const known = currentBoard()
      const status = subTab === 'all' ? undefined : subTab
      // A list that was cut among the open orders has no ended one: they begin with the newest.
      const before = Number.isFinite(from) ? String(from) : undefined
      const { orders, isTruncated } = await fetchOrders({ query: { status, before, limit: PAGE_SIZE } })
      const downTo = orders.length < PAGE_SIZE && !isTruncated ? 0 : lowestId(orders)
      // No order leaves 'all', because no change of status takes an order out of it.
      putBoard(boardOf(orders, known, ({ id, status }) => status === subTab && id >= downTo && id < from))
      return downTo
    },
  })
  return { list, downTo: list.data.pages.at(-1) ?? 0 }
}
