import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { getSessionBill } from '#shared/contracts/shared-sessions.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { mergedLines } from '#shared/domain/orders/bill.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { Skeleton } from '../../ui/parts/loading.tsx'
import { hasEnded, useOwnOrders } from '../order-status/index.ts'
import { OrderedLines } from '../orders/index.ts'

const billEndpoint: BareEndpoint<typeof getSessionBill> = { method: 'GET', path: '/api/shared-sessions/:id/bill' }

/** The table's bill since the session began; undefined without one, or if it cannot be had. */
function useSessionBill(sessionId: string | null) {
  const { data, isLoading } = useQuery({
    queryKey: ['session-bill', sessionId],
    queryFn: ({ signal }) => callApi(billEndpoint, { params: { id: sessionId ?? '' }, signal }),
    enabled: sessionId !== null,
    // An old bill must never be shown.
    gcTime: 0,
  })
  // Nothing is owed there once the session's own order is closed.
  return { bill: data && data.total > 0 ? data : undefined, isLoading }
}

/**
 * What is to be paid at a table, as far as this phone may know: the orders made with it, and what the others of its
 * shared cart ordered, by person (docs/product/tables.md#tables-guest-bill). Renders nothing if there is nothing.
 */
export function GuestBill({ tableNumber }: { tableNumber: number }) {
  const { t } = useTranslation()
  const orders = useOwnOrders().filter((order) => order.tableNumber === tableNumber && !hasEnded(order))
  // The first one: a later session would leave out what came before it.
  const first = orders.at(-1)
  const { bill, isLoading } = useSessionBill(first?.sessionId ?? null)
  if (!first || orders.some(({ currency, total }) => currency !== first.currency || total === null)) return null
  if (isLoading) return <Skeleton className="mb-3 h-12" />
  const money = (amount: number) => formatMoney(amount, first.currency)
  const total = bill?.total ?? orders.reduce((sum, order) => sum + (order.total ?? 0), 0)
  const lines = mergedLines(orders.flatMap((order) => order.lines).map((line) => ({ ...line, notes: null })))
  const isByGuest = bill?.guests.some(({ guestName }) => guestName !== null)
  return (
    <div className="mb-3 border-line border-b pb-2">
      <p className="figures font-semibold text-[17px]">
        {t('calls.toPay', { table: tableNumber, total: money(total) })}
      </p>
      {isByGuest && (
        <ul className="mt-1.5 text-[15px]">
          {bill?.guests.map(({ guestName, total }) => (
            <li key={guestName} className="flex justify-between gap-3 py-0.5">
              <span className="min-w-0 break-words">{guestName ?? t('calls.wholeTable')}</span>{' '}
              <span className="figures shrink-0">{money(total)}</span>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-[15px]">
            {t('calls.ordered')}
            <ChevronDown aria-hidden="true" className="size-4.5 text-muted group-open:rotate-180" />
          </summary>
          <OrderedLines lines={lines} currency={first.currency} />
        </details>
      )}
    </div>
  )
}
