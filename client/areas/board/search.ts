import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listOrders, type Order } from '#shared/contracts/orders.ts'
import { hasPhonePart, phonePart } from '#shared/domain/customers/phone.ts'
import { foldText } from '#shared/domain/text.ts'
import { callApi } from '../../lib/api/api.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useDebouncedText, useTranslation } from '../../ui/index.ts'
import {
  changeBoard,
  fetchOrders,
  nextPageBefore,
  openCompleteFrom,
  type SubTab,
  skipRinging,
  statusOfSubTab,
  useBoardState,
  withOrders,
  withPage,
} from '../orders/index.ts'

/**
 * Whether an order matches the text in the board's search box: its number (`12`, `#12`), the customer's name without
 * regard to case or diacritics, a part of the phone number in any notation, or the table's number or label.
 */
export function matchesSearch(order: Order, text: string): boolean {
  const query = foldText(text).trim()
  if (!query) return true
  if (foldText(order.customerName).includes(query)) return true
  if (foldText(order.tableLabel ?? '').includes(query)) return true
  const number = /^#?(\d+)$/.exec(query)?.[1]
  if (number !== undefined && String(order.id) === number) return true
  const tableNumber = /^(?:(?:table|masa)\s*)?(\d+)$/.exec(query)?.[1]
  if (tableNumber !== undefined && String(order.tableNumber) === tableNumber) return true
  const part = phonePart(text)
  return part !== undefined && hasPhonePart(order.phoneNumber, part)
}

const PAGE_SIZE = 60

const NONE: ReadonlySet<number> = new Set()

/**
 * Searches orders on the server once typing pauses, and adds the orders found to the board.
 * @returns `found`: the ids of the orders that the server found for the text
 */
export function useSearchOnServer(text: string) {
  const query = useDebouncedText(text)
  const { data, isFetching, isError } = useQuery({
    queryKey: [listOrders.path, 'search', query],
    queryFn: ({ signal }) => callApi(listOrders, { query: { q: query }, signal }),
    enabled: query !== '',
    // Never use the cache: orders change all the time, and the board already has those found before.
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data) return
    // Do not ring for old orders that a search finds.
    const completeFrom = openCompleteFrom(useBoardState.getState().board)
    skipRinging(data.filter(({ id }) => id < completeFrom))
    changeBoard((board) => withOrders(board, data))
  }, [data])
  const isCurrent = query === text.trim()
  const found = useMemo(() => (data && isCurrent ? new Set(data.map(({ id }) => id)) : NONE), [data, isCurrent])
  return { found, searching: isFetching || !isCurrent, failed: isError }
}

export function useLoadOlder(subTab: SubTab) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      const boardAtRequest = useBoardState.getState().board
      const query = { status: statusOfSubTab(subTab), before: nextPageBefore(boardAtRequest, subTab), limit: PAGE_SIZE }
      return { page: await fetchOrders({ query }), boardAtRequest }
    },
    onSuccess: ({ page, boardAtRequest }) => {
      skipRinging(page.orders)
      changeBoard((board) => withPage(board, subTab, page, PAGE_SIZE, boardAtRequest))
    },
    onError: (error) => toastFailure(t('orders.olderFailed'), error),
  })
}
