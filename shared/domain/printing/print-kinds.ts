import { isOpen, type OrderStatus } from '../orders/order.ts'

/** The kinds of paper for the kitchen: one for a new order, and one for each kind of later change. */
export const TICKET_KINDS = ['kitchen', 'removal', 'cancellation', 'move'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** A cancelled order has only its slip, a completed one none (docs/product/tickets-and-receipts.md#receipts-claims). */
export function isTicketNeeded(kind: TicketKind, status: OrderStatus): boolean {
  return kind === 'cancellation' ? status === 'cancelled' : isOpen(status)
}

/** Everything that can be printed about an order (docs/product/tickets-and-receipts.md#receipts-width). */
export const PRINT_KINDS = ['receipt', 'bill', ...TICKET_KINDS] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** Whether what is printed is a ticket for the kitchen; receipts and bills are not. */
export function isTicketKind(kind: PrintKind): kind is TicketKind {
  return (TICKET_KINDS as readonly PrintKind[]).includes(kind)
}

/** Removes margins, headers and footers. It is the only inline style: the policy allows it by its hash. */
export const CODES_PAPER = '@page { size: A4 portrait; margin: 0 }'
