import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { Button } from '../../ui/parts/button.tsx'
import { Spinner } from '../../ui/parts/spinner.tsx'
import { type Board, hasOlder, newestFirst, olderOpen, ordersOf, type View } from './board/board.ts'
import { useLoadOlder, useSearchOnServer } from './board/board-calls.ts'
import { useBoardState } from './board/board-store.ts'
import { LoadingCards, LoadingFailed, NoMatch, NoOrders } from './board/no-orders.tsx'
import { OlderOpen, useOlderOpenText } from './board/older-open.tsx'
import { OrderGrid } from './board/order-grid.tsx'
import { matchesSearch } from './board/search-orders.ts'
import { useOpenCounts } from './board/summary.ts'

interface OrdersViewProps {
  view: View
  board: Board
  query: string
  onShowAll: () => void
}

/** The cards of one sub-tab; during a search, the matching ones. */
export function OrdersView({ view, board, query, onShowAll }: OrdersViewProps) {
  const failed = useBoardState((state) => state.failed)
  if (!board.loaded) return failed ? <LoadingFailed /> : <LoadingCards />
  if (query.trim()) return <Matches view={view} board={board} query={query} onShowAll={onShowAll} />
  const orders = ordersOf(board, view)
  const isOpenView = view === 'all' || isOpen(view)
  return (
    <>
      {isOpenView && <OlderOpen board={board} />}
      {orders.length > 0 ? <OrderGrid orders={orders} /> : <NoOrders view={view} />}
      {hasOlder(board, view) && <LoadOlder board={board} view={view} />}
    </>
  )
}

function LoadOlder({ board, view }: { board: Board; view: View }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useLoadOlder(view)
  const open = useOpenCounts()
  const olderOpenText = useOlderOpenText()
  const older = open ? olderOpen(board, view, open) : 0
  const isOpenStatus = view !== 'all' && isOpen(view)
  // There are older orders, but none with this status.
  if (isOpenStatus && open && older === 0) return null
  return (
    <p className="mt-6 flex flex-col items-center gap-2.5 text-center text-[15px] text-muted">
      {isOpenStatus && older > 0 && olderOpenText(older)}
      <Button variant="outline" pending={isPending} onClick={() => mutate()}>
        {t('orders.older')}
      </Button>
    </p>
  )
}

function Matches({ view, board, query, onShowAll }: OrdersViewProps) {
  const { t } = useTranslation()
  const { searching, failed } = useSearchOnServer(query)
  const searchResult = useBoardState((state) => state.searchResult)
  const isFound = (order: Order) =>
    matchesSearch(order, query) || (searchResult.query === query.trim() && searchResult.ids.has(order.id))
  const matches = [...board.orders.values()].filter(isFound).sort(newestFirst)
  const inView = view === 'all' ? matches : matches.filter(({ status }) => status === view)
  const elsewhere = matches.length - inView.length
  return (
    <>
      {inView.length > 0 && <OrderGrid orders={inView} />}
      {matches.length === 0 && !searching && <NoMatch query={query.trim()} />}
      <div role="status" className="mt-4 flex min-h-11 flex-wrap items-center justify-center gap-3 text-muted">
        {searching && <Spinner className="size-5" />}
        {failed && <span>{t('orders.searchFailed')}</span>}
        {elsewhere > 0 && (
          <>
            <span>{t('orders.elsewhere', { count: elsewhere })}</span>
            <Button variant="outline" size="small" onClick={onShowAll}>
              {t('orders.showAll')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
