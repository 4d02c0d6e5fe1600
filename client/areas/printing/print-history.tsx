import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { useFailedPrints } from './print-order.ts'
import { useTicketKind } from './ticket-kind.ts'

/** The documents printed of an order, with time and user; and whether the last print failed. */
export function PrintHistory({ order, settings }: { order: Order; settings: Settings }) {
  const { t } = useTranslation()
  const kindOf = useTicketKind(settings)
  const hasFailed = useFailedPrints(({ orders }) => orders.has(order.id))
  return (
    <>
      {hasFailed && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm font-semibold text-cancelled">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('printing.notPrinted')}
        </p>
      )}
      {order.prints.length > 0 && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm text-muted">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {t('printing.sent', {
              prints: order.prints
                .map(({ kind, ticketId, at, user }) =>
                  t('printing.print', {
                    kind: kindOf(kind, order.tickets.find(({ id }) => id === ticketId)?.stationId),
                    time: formatTime(at, settings.timeZone),
                    user,
                  }),
                )
                .join(' · '),
            })}
          </span>
        </p>
      )}
    </>
  )
}
