import { Check, Printer, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { create } from 'zustand'
import { type Order, recordPrint, type Ticket } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { isAtStations, namedStation } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { bill } from '#shared/domain/printing/bill.ts'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { kitchenTicket } from '#shared/domain/printing/kitchen-ticket.ts'
import type { PrintKind } from '#shared/domain/printing/print-kinds.ts'
import { receipt } from '#shared/domain/printing/receipt.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { IconButton, i18n, type MenuAction, MoreMenu, phoneText, useTranslation } from '../../ui/index.ts'
import {
  type Printable,
  printAtPrinter,
  printDocument,
  toastNotPrinted,
  usePrinters,
  withdrawNotPrinted,
} from './print-document.ts'

type Printout = 'receipt' | 'bill' | Ticket

function kindOf(printout: Printout): PrintKind {
  return typeof printout === 'string' ? printout : printout.kind
}

export function documentOf(order: Order, printout: Printout, settings: Settings): Printable {
  return {
    title: `${i18n.t(`printing.kinds.${kindOf(printout)}`)} #${order.id}`,
    lines: linesOf(order, printout, settings),
  }
}

function linesOf(order: Order, printout: Printout, settings: Settings): PrintedRow[] {
  if (printout === 'receipt') return receipt(order, settings, phoneText)
  if (printout === 'bill') return bill(order, settings)
  return kitchenTicket(order, printout, settings, i18n.getFixedT(settings.language))
}

/** The ids of the orders whose last print in this page failed. */
export const useFailedPrints = create<{ orders: ReadonlySet<number> }>(() => ({ orders: new Set() }))

interface AfterPrint {
  /** What follows once it is printed. */
  record: () => unknown
  onFailed?: () => void
}

/** Returns a function that prints on this device, one document at a time; call it directly in the handler of a tap. */
export function usePrint() {
  const [isPrinting, setPrinting] = useState(false)
  // Those who print ask first whether a printer on the network does it.
  usePrinters()
  const print = async (printable: Printable, { record, onFailed }: AfterPrint) => {
    if (isPrinting) return
    setPrinting(true)
    try {
      await printDocument(printable)
      withdrawNotPrinted()
      await Promise.resolve(record()).catch((error) => toastFailure(i18n.t('printing.notRecorded'), error))
    } catch (error) {
      onFailed?.()
      toastNotPrinted(error)
    } finally {
      setPrinting(false)
    }
  }
  return { print, isPrinting }
}

function usePrintOrder(order: Order, settings: Settings) {
  const { print, isPrinting } = usePrint()
  const printOrder = (printout: Printout) => {
    if (isTakenOver(order, printout, settings)) return
    void print(documentOf(order, printout, settings), {
      record: () => recordPrinted(order, printout, randomKey()),
      onFailed: () => setPrintFailed(order.id, true),
    })
  }
  return { print: printOrder, isPrinting }
}

function isTakenOver({ id: orderId }: Order, printout: Printout, { stations = [] }: Settings): boolean {
  if (typeof printout === 'string') return printAtPrinter({ document: printout, orderId })
  const { id, stationId } = printout
  return printAtPrinter({ document: 'kitchen', orderId, ticketId: id }, (printer) =>
    isAtStations(stations, printer.stations, stationId ?? null),
  )
}

/** Records on the server that a document was printed; throws if that fails. @param key the same for each attempt */
export async function recordPrinted({ id }: Order, printout: Printout, key: string): Promise<void> {
  setPrintFailed(id, false)
  withdrawNotPrinted()
  await sendChange(recordPrint, {
    params: { id: String(id) },
    body: { kind: kindOf(printout), ticketId: typeof printout === 'object' ? printout.id : undefined },
    headers: { 'Idempotency-Key': key },
  })
}

/** An order's card shows that its last print failed (docs/product/tickets-and-receipts.md#receipts-failed). */
export function setPrintFailed(id: number, failed: boolean): void {
  const orders = new Set(useFailedPrints.getState().orders)
  if (failed) orders.add(id)
  else orders.delete(id)
  useFailedPrints.setState({ orders })
}

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
}

export function PrintMenu({ order, settings }: PrintMenuProps) {
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
  const actions = order.tickets.map(actionOf)
  if (order.diningOption === 'dine-in')
    actions.push({ label: t('printing.toPrint.bill'), onChoose: () => print('bill') })
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
      {actions.length > 0 && (
        <MoreMenu label={t('printing.more', { id: order.id })} className="text-muted" actions={actions} />
      )}
    </div>
  )
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
