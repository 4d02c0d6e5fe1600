import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listOrders } from '#shared/contracts/orders.ts'
import { fetchOrders } from '../../../entities/order/index.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { useTypedText } from '../../../lib/browser/use-typed-text.ts'
import { toast } from '../../../ui/toast/store.ts'
import { passOver } from '../bell/announce.ts'
import { beforeOf, openReach, statusOfView, type View, withOrders, withPage } from './board.ts'
import { changeBoard, useBoardState } from './board-store.ts'

const PAGE = 60

/** Searches on the server as well, once the typing pauses; the orders found join the board. */
export function useSearchOnServer(typed: string): { searching: boolean; failed: boolean } {
  const query = useTypedText(typed)
  const { data, isFetching, isError } = useQuery({
    queryKey: [listOrders.path, 'search', query],
    queryFn: ({ signal }) => callApi(listOrders, { query: { q: query }, signal }),
    enabled: query !== '',
    // Never answered from the cache: orders change all the time, and the board already holds the found ones.
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data) return
    // An old order that a search finds is not new: no bell for it.
    const reach = openReach(useBoardState.getState().board)
    passOver(data.filter(({ id }) => id < reach))
    changeBoard((board) => withOrders(board, data))
    useBoardState.setState({ found: { query, ids: new Set(data.map(({ id }) => id)) } })
  }, [data, query])
  return { searching: isFetching || query !== typed.trim(), failed: isError }
}

/** Fetches the next older orders of a view. */
export function useLoadOlder(view: View) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      const asked = useBoardState.getState().board
      const query = { status: statusOfView(view), before: beforeOf(asked, view), limit: PAGE }
      return { page: await fetchOrders({ query }), asked }
    },
    onSuccess: ({ page, asked }) => {
      passOver(page.orders)
      changeBoard((board) => withPage(board, view, page, PAGE, asked))
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('orders.olderFailed'), description: errorMessage(error) }),
  })
}
