import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listOrders } from '#shared/contracts/orders.ts'
import { callApi } from '../../../lib/api/api.ts'
import { useDebouncedText } from '../../../lib/browser/use-debounced-text.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import {
  changeBoard,
  fetchOrders,
  nextPageBefore,
  openReach,
  type SubTab,
  skipRinging,
  statusOfSubTab,
  useBoardState,
  withOrders,
  withPage,
} from '../../orders/index.ts'

const PAGE_SIZE = 60

/** Searches orders on the server once typing pauses, and adds the orders found to the board. */
export function useSearchOnServer(text: string): { searching: boolean; failed: boolean } {
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
    const reach = openReach(useBoardState.getState().board)
    skipRinging(data.filter(({ id }) => id < reach))
    changeBoard((board) => withOrders(board, data))
    useBoardState.setState({ searchResult: { query, ids: new Set(data.map(({ id }) => id)) } })
  }, [data, query])
  return { searching: isFetching || query !== text.trim(), failed: isError }
}

/** Fetches the next older orders of a sub-tab. */
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
