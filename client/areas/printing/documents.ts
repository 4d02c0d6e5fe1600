import i18n from 'i18next'
import type { Order, Ticket } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { bill } from '#shared/domain/printing/bill.ts'
import { cutBetween, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { kitchenTicket } from '#shared/domain/printing/kitchen-ticket.ts'
import type { PrintKind } from '#shared/domain/printing/print-kinds.ts'
import { receipt } from '#shared/domain/printing/receipt.ts'
import type { KitchenWords } from '#shared/domain/printing/words.ts'
import type { Printable } from './printer/print-document.ts'

/** A document of an order: its receipt, its bill, or one of its tickets. */
export type Printout = 'receipt' | 'bill' | Ticket

export function kindOf(printout: Printout): PrintKind {
  return typeof printout === 'string' ? printout : printout.kind
}

/** Builds documents of an order for printing, each on a paper of its own. */
export function documentOf(order: Order, printouts: readonly [Printout, ...Printout[]], settings: Settings): Printable {
  const papers = printouts.map((printout) => linesOf(order, printout, settings))
  return {
    title: `${i18n.t(`printing.kinds.${kindOf(printouts[0])}`)} #${order.id}`,
    lines: cutBetween(papers),
  }
}

function linesOf(order: Order, printout: Printout, settings: Settings): PrintedRow[] {
  if (printout === 'receipt') return receipt(order, settings)
  if (printout === 'bill') return bill(order, settings)
  return kitchenTicket(order, printout, settings, kitchenWords(settings))
}

/** An order's tickets, the kitchen ticket first. One created before tickets existed gets a ticket with id 0. */
export function ticketsOf(order: Order): Ticket[] {
  if (order.tickets.some(({ kind }) => kind === 'kitchen')) return order.tickets
  const printedAt = order.prints.find(({ kind }) => kind === 'kitchen')?.at ?? null
  const first: Ticket = {
    ...{ id: 0, kind: 'kitchen', stationId: null, at: order.createdAt, printedAt },
    ...{ itemId: null, quantity: null, fromTable: null, toTable: null },
  }
  return [first, ...order.tickets]
}

function kitchenWords({ language }: Settings): KitchenWords {
  const t = i18n.getFixedT(language)
  return {
    table: (number) => t('common.table', { number }).toLocaleUpperCase(language),
    dineIn: t('printing.paper.dineIn'),
    takeaway: t('printing.paper.takeaway'),
    copy: t('printing.paper.copy'),
    left: (quantity) => t('printing.paper.left', { quantity }),
    removal: t('printing.paper.removal'),
    cancellation: t('printing.paper.cancellation'),
    move: t('printing.paper.move'),
    namelessDish: (id) => t('orders.item', { id }),
  }
}
