import { Check, Printer, TriangleAlert } from 'lucide-react'
import type { Order, Ticket } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { namedStation } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { PrintKind } from '#shared/domain/printing/print-kinds.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { IconButton, type MenuAction, MoreMenu, useTranslation } from '../../ui/index.ts'
import { ticketsOf, useFailedPrints, usePrintOrder } from './print-order.ts'

/** Names a kind of document, and says to print a ticket, with its station where there are several. */
function useTicketKind({ stations = [] }: Settings) {
  const { t, language } = useTranslation()
  const named = (kind: string, stationId: number | null | undefined): string => {
    const station = namedStation(stations, stationId ?? null)
    return station ? t('printing.atStation', { kind, station: nameIn(language, station) }) : kind
  }
  return {
    kindOf: (kind: PrintKind, stationId?: number | null) => named(t(`printing.kinds.${kind}`), stationId),
    toPrint: ({ kind, stationId }: Ticket) => named(t(`printing.toPrint.${kind}`), stationId),
  }
}

interface PrintMenuProps {
  order: Order
  settings: Settings
  /** What else can be done with the order, below the documents. */
  others?: readonly MenuAction[]
}

export function PrintMenu({ order, settings, others: otherActions = [] }: PrintMenuProps) {
  const { t } = useTranslation()
  const { print, isPrinting } = usePrintOrder(order, settings)
  const { toPrint } = useTicketKind(settings)
  const actionOf = (ticket: Ticket): MenuAction => {
    const kind = toPrint(ticket)
    return {
      label: ticket.printedAt === null ? kind : t('printing.copy', { kind }),
      note: formatTime(ticket.at, settings.timeZone),
      onChoose: () => print(ticket),
    }
  }
  const tickets = ticketsOf(order)
  const actions = tickets.map(actionOf)
  const [newest, ...others] = newestKitchenTickets(tickets)
  if (newest && others.length > 0) {
    const note = formatTime(newest.at, settings.timeZone)
    const label = t('printing.allStations', { kind: t('printing.toPrint.kitchen') })
    actions.unshift({ label, note, onChoose: () => print(newest, ...others) })
  }
  if (order.diningOption === 'dine-in')
    actions.push({ label: t('printing.toPrint.bill'), onChoose: () => print('bill') })
  actions.push(...otherActions)
  return (
    <div className="flex shrink-0">
      <IconButton
        label={t('printing.printReceipt')}
        className="text-muted"
        aria-busy={isPrinting || undefined}
        onClick={() => print('receipt')}
      >
        <Printer className="size-5" />
      </IconButton>
      <MoreMenu label={t('printing.more', { id: order.id })} className="text-muted" actions={actions} />
    </div>
  )
}

/** The kitchen tickets of all stations that were made at the same moment, the last such moment. */
function newestKitchenTickets(tickets: readonly Ticket[]): Ticket[] {
  const kitchenTickets = tickets.filter(({ kind }) => kind === 'kitchen')
  return kitchenTickets.filter(({ at }) => at === kitchenTickets.at(-1)?.at)
}

/** The documents printed of an order, with time and user; and whether the last print failed. */
export function PrintHistory({ order, settings }: { order: Order; settings: Settings }) {
  const { t } = useTranslation()
  const { kindOf } = useTicketKind(settings)
  const hasFailed = useFailedPrints(({ orders }) => orders.has(order.id))
  return (
    <>
      {hasFailed && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm font-semibold text-cancelled">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {t('printing.notPrinted')}
        </p>
      )}
      {order.prints.length > 0 && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm text-muted">
          <Check className="mt-0.5 size-4 shrink-0" />
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
