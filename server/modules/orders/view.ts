import type { Order, OrderLine, Print, Ticket } from '#shared/contracts/orders.ts'
import { shownTickets } from './printing/tickets.ts'
import type { OrderLineRow, OrderRow, PrintRow, TicketRow } from './repo.ts'

/** Returns what may leave the server of an order. */
export function orderView(row: OrderRow, lines: readonly OrderLineRow[], prints: readonly PrintRow[]): Order {
  const { id, customerName, phoneNumber, email, diningOption, tableId, tableNumber, notes, total, currency } = row
  const createdAt = row.createdAt.toISOString()
  return {
    id,
    customerName,
    phoneNumber,
    email,
    diningOption,
    tableId,
    tableNumber,
    tableLabel: row.tableLabel,
    movedFrom: row.movedFrom,
    notes,
    total,
    currency,
    status: row.status,
    version: row.version,
    createdAt,
    updatedAt: row.updatedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    items: lines.map(lineView),
    tickets: shownTickets(row.tickets).map((ticket) => ticketView(ticket, createdAt)),
    prints: prints.map(printView),
  }
}

/** Returns what may leave the server of several orders, given all their lines and prints. */
export function orderViews(
  rows: readonly OrderRow[],
  lines: readonly OrderLineRow[],
  prints: readonly PrintRow[],
): Order[] {
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const printsOf = Map.groupBy(prints, ({ orderId }) => orderId)
  return rows.map((row) => orderView(row, linesOf.get(row.id) ?? [], printsOf.get(row.id) ?? []))
}

function lineView(line: OrderLineRow): OrderLine {
  const { id, menuItemId, quantity, removedQuantity, name, nameRo, price, notes, guestName, stationId } = line
  const doneAt = line.doneAt?.toISOString() ?? null
  return { id, menuItemId, quantity, removedQuantity, name, nameRo, price, notes, guestName, stationId, doneAt }
}

function ticketView(ticket: TicketRow, createdAt: string): Ticket {
  const { id, kind, at = createdAt, itemId = null, quantity = null, printedAt = null } = ticket
  const { stationId = null, fromTable = null, toTable = null, username } = ticket
  const by = username && { user: username }
  return { id, kind, stationId, at, itemId, quantity, fromTable, toTable, printedAt, ...by }
}

function printView({ kind, ticketId, at, username }: PrintRow): Print {
  return { kind, ticketId, at: at.toISOString(), user: username }
}
