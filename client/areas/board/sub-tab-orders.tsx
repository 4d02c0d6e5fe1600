import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { Button } from '../../ui/parts/button.tsx'
import { Spinner } from '../../ui/parts/spinner.tsx'
import {
  type Board,
  countOlderOpen,
  hasOlder,
  newestFirst,
  ordersOf,
  type SubTab,
  useBoardState,
} from '../orders/index.ts'
import { useLoadOlder, useSearchOnServer } from './board/board-calls.ts'
import { BoardLoadFailure, LoadingCards, NoMatch, NoOrders } from './board/no-orders.tsx'
import { OlderOrdersNotice, useOlderOpenText } from './board/older-orders-notice.tsx'
import { canBeOldestFirst, useOldestFirst } from './board/oldest-first.tsx'
import { OrderGrid } from './board/order-grid.tsx'
import { matchesSearch } from './board/search-orders.ts'
import { useOpenCounts } from './board/summary.ts'

interface SubTabOrdersProps {
  subTab: SubTab
  board: Board
  query: string
  onNewOrder: () => void
}

/** The cards of one sub-tab; during a search, the matching ones. */
export function SubTabOrders({ subTab, board, query, onNewOrder }: SubTabOrdersProps) {
  const isOldestFirst = useOldestFirst()
  const failed = useBoardState((state) => state.failed)
  if (!board.loaded) return failed ? <BoardLoadFailure /> : <LoadingCards />
  if (query.trim()) return <SearchMatches board={board} query={query} />
  const newestFirst = ordersOf(board, subTab)
  const orders = isOldestFirst && canBeOldestFirst(subTab) ? newestFirst.reverse() : newestFirst
  const isOpenView = subTab === 'all' || isOpen(subTab)
  return (
    <>
      {isOpenView && <OlderOrdersNotice board={board} />}
      {orders.length > 0 ? (
        <OrderGrid orders={orders} withStatus={subTab === 'all'} />
      ) : (
        <NoOrders subTab={subTab} onNewOrder={onNewOrder} />
      )}
      {hasOlder(board, subTab) && <LoadOlderButton board={board} subTab={subTab} />}
    </>
  )
}

function LoadOlderButton({ board, subTab }: { board: Board; subTab: SubTab }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useLoadOlder(subTab)
  const openCounts = useOpenCounts()
  const olderOpenText = useOlderOpenText()
  const olderCount = openCounts ? countOlderOpen(board, subTab, openCounts) : 0
  const isOpenStatus = subTab !== 'all' && isOpen(subTab)
  // There are older orders, but none with this status.
  if (isOpenStatus && openCounts && olderCount === 0) return null
  return (
    <p className="mt-6 flex flex-col items-center gap-2.5 text-center text-[15px] text-muted">
      {isOpenStatus && olderCount > 0 && olderOpenText(olderCount)}
      <Button variant="outline" pending={isPending} onClick={() => mutate()}>
        {t('orders.older')}
      </Button>
    </p>
  )
}

/** The orders of all statuses that match; each card shows its status. */
function SearchMatches({ board, query }: Omit<SubTabOrdersProps, 'subTab' | 'onNewOrder'>) {
  const { t } = useTranslation()
  const { searching, failed } = useSearchOnServer(query)
  const searchResult = useBoardState((state) => state.searchResult)
  const isFound = (order: Order) =>
    matchesSearch(order, query) || (searchResult.query === query.trim() && searchResult.ids.has(order.id))
  const matches = [...board.orders.values()].filter(isFound).sort(newestFirst)
  return (
    <>
      {matches.length > 0 && <OrderGrid orders={matches} withStatus />}
      {matches.length === 0 && !searching && <NoMatch query={query.trim()} />}
      <div role="status" className="mt-4 flex min-h-11 flex-wrap items-center justify-center gap-3 text-muted">
        {searching && <Spinner className="size-5" />}
        {failed && <span>{t('orders.searchFailed')}</span>}
      </div>
    </>
  )
}
