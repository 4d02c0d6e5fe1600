import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { OrderLineRow, OrderRow } from './repo.ts'

/** What may leave the server of an order. */
export function orderView(row: OrderRow, lines: readonly OrderLineRow[]): Order {
  const { id, customerName, phoneNumber, email, diningOption, tableId, tableNumber, notes, total, currency } = row
  return {
    id,
    customerName,
    phoneNumber,
    email,
    diningOption,
    tableId,
    tableNumber,
    notes,
    total,
    currency,
    status: row.status,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    items: lines.map(lineView),
  }
}

/** Several orders, each with its lines. */
export function orderViews(rows: readonly OrderRow[], lines: readonly OrderLineRow[]): Order[] {
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return rows.map((row) => orderView(row, byOrder.get(row.id) ?? []))
}

function lineView({ id, menuItemId, quantity, name, nameRo, price, notes, guestName }: OrderLineRow): OrderLine {
  return { id, menuItemId, quantity, name, nameRo, price, notes, guestName }
}
