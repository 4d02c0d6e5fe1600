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
import type { TFunction } from '#shared/i18n/translate.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { i18n, language, type MenuAction, phoneText, t } from '../../ui/index.ts'
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
    title: `${t(`printing.kinds.${kindOf(printout)}`)} #${order.id}`,
    lines: linesOf(order, printout, settings),
  }
}

function linesOf(order: Order, printout: Printout, settings: Settings): PrintedRow[] {
  if (printout === 'receipt') return receipt(order, settings, phoneText)
  if (printout === 'bill') return bill(order, settings)
  return kitchenTicket(order, printout, settings, i18n.getFixedT(settings.language))
}

/** The ids of the orders of which a document is being printed, and of those whose last print in this page failed. */
interface Prints {
  printing: ReadonlySet<number>
  failed: ReadonlySet<number>
}
export const usePrints = create<Prints>(() => ({ printing: new Set(), failed: new Set() }))

/** An order's card shows that its last print failed (docs/product/tickets-and-receipts.md#receipts-failed). */
export function markPrint(mark: keyof Prints, id: number, isOn: boolean): void {
  const ids = new Set(usePrints.getState()[mark])
  if (isOn) ids.add(id)
  else ids.delete(id)
  usePrints.setState({ [mark]: ids })
}

/** For a list of orders that can be printed (`printOrder`). */
export function useOrderPrints(): Prints {
  // Those who print ask first whether a printer on the network does it.
  usePrinters()
  return usePrints()
}

interface AfterPrint {
  /** What follows once it is printed. */
  record: () => unknown
  onFailed?: () => void
}

async function printAndRecord(printable: Printable, { record, onFailed }: AfterPrint): Promise<void> {
  try {
    await printDocument(printable)
    withdrawNotPrinted()
    await Promise.resolve(record()).catch((error) => toastFailure(t('printing.notRecorded'), error))
  } catch (error) {
    onFailed?.()
    toastNotPrinted(error)
  }
}

/** Returns a function that prints on this device, one document at a time; call it directly in the handler of a tap. */
export function usePrint() {
  const [isPrinting, setPrinting] = useState(false)
  usePrinters()
  const print = async (printable: Printable, then: AfterPrint) => {
    if (isPrinting) return
    setPrinting(true)
    await printAndRecord(printable, then)
    setPrinting(false)
  }
  return { print, isPrinting }
}

/** Prints a document of an order, one at a time; call it directly in the handler of a tap. */
export async function printOrder(order: Order, printout: Printout, settings: Settings): Promise<void> {
  const { id } = order
  if (usePrints.getState().printing.has(id) || isTakenOver(order, printout, settings)) return
  markPrint('printing', id, true)
  await printAndRecord(documentOf(order, printout, settings), {
    record: () => recordPrinted(order, printout, randomKey()),
    onFailed: () => markPrint('failed', id, true),
  })
  markPrint('printing', id, false)
}

function isTakenOver({ id: orderId }: Order, printout: Printout, { stations = [] }: Settings): boolean {
  if (typeof printout === 'string') return printAtPrinter({ document: printout, orderId })
  const { id, stationId } = printout
  return printAtPrinter({ document: 'kitchen', orderId, ticketId: id }, (printer) =>
    isAtStations(stations, printer.stations, stationId),
  )
}

/** Records on the server that a document was printed; throws if that fails. @param key the same for each attempt */
export async function recordPrinted({ id }: Order, printout: Printout, key: string): Promise<void> {
  markPrint('failed', id, false)
  withdrawNotPrinted()
  await sendChange(recordPrint, {
    params: { id: String(id) },
    body: { kind: kindOf(printout), ticketId: typeof printout === 'object' ? printout.id : undefined },
    headers: { 'Idempotency-Key': key },
  })
}

/** A kind of document, with its station where there are several. */
function atStation(t: TFunction, { stations = [] }: Settings, kind: string, stationId: number | undefined): string {
  const station = namedStation(stations, stationId)
  return station ? t('printing.atStation', { kind, station: nameIn(language, station) }) : kind
}

export const hasMoreToPrint = ({ tickets, diningOption }: Order): boolean =>
  tickets.length > 0 || diningOption === 'dine-in'

/** What can be printed of an order besides its receipt. */
export function printActions(order: Order, settings: Settings): MenuAction[] {
  const actions = order.tickets.map((ticket): MenuAction => {
    const kind = atStation(t, settings, t(`printing.toPrint.${ticket.kind}`), ticket.stationId)
    return {
      label: ticket.printedAt === null ? kind : t('printing.copy', { kind }),
      note: formatTime(ticket.at, settings.timeZone),
      onChoose: () => void printOrder(order, ticket, settings),
    }
  })
  if (order.diningOption === 'dine-in')
    actions.push({ label: t('printing.toPrint.bill'), onChoose: () => void printOrder(order, 'bill', settings) })
  return actions
}

/** The documents printed of an order, with time and user. */
export function printsText(t: TFunction, { prints, tickets }: Order, settings: Settings): string {
  const texts = prints.map(({ kind, ticketId, at, user }) => {
    const stationId = tickets.find(({ id }) => id === ticketId)?.stationId
    return t('printing.print', {
      kind: atStation(t, settings, t(`printing.kinds.${kind}`), stationId),
      time: formatTime(at, settings.timeZone),
      user,
    })
  })
  return t('printing.sent', { prints: texts.join(' · ') })
}
