/** What the kitchen is told of on paper: an order, and each thing that changed since. */
export const TICKET_KINDS = ['kitchen', 'removal', 'cancellation'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** Everything that is printed of an order (docs/product.md#receipts-width). */
export const PRINT_KINDS = ['receipt', 'bill', ...TICKET_KINDS] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** Whether what is printed is a ticket for the kitchen; receipts and bills are not. */
export function isTicketKind(kind: PrintKind): kind is TicketKind {
  return (TICKET_KINDS as readonly PrintKind[]).includes(kind)
}
