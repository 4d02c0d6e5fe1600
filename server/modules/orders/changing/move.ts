import { Overtaken, type Tx } from '#server/db/index.ts'
import { freeWhenDone, lockTables, occupy } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { words } from '#server/platform/language.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { isOpen } from '#shared/domain/order-status.ts'
import { ticketsAfterMove, ticketsAfterRenumbering } from '../printing/tickets.ts'
import { orderSearchText } from '../reading/search-text.ts'
import { countOpenAt, lockOpenAt, type OrderRow, updateOrder } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'

/*
 * An order at another table, or at one with another number (docs/product.md#orders-move).
 */

export interface Moving {
  tableId: number
  /** Null when nobody did. */
  by: { username: string } | null
  now: Date
}

/**
 * Moves a locked order; at the table where it is, nothing changes.
 * @throws AppError `order_closed`, `table_not_found`
 */
export async function moveOrder(tx: Tx, before: OrderRow, to: Moving): Promise<OrderRow> {
  if (before.tableId === to.tableId) return before
  if (!isOpen(before.status)) throw new AppError('order_closed')
  const from = before.tableId ?? to.tableId
  await lockTables(tx, [from, to.tableId])
  const after = await toTable(tx, before, to)
  if (from !== to.tableId) await freeWhenDone(tx, from, to.now)
  return after
}

/**
 * Locks the open orders of a table, and then the table with others: until the transaction ends, none comes to it.
 * @throws Overtaken when one came meanwhile
 */
export async function lockOrdersAt(tx: Tx, tableId: number, others: readonly number[] = []): Promise<OrderRow[]> {
  const orders = await lockOpenAt(tx, tableId)
  await lockTables(tx, [tableId, ...others])
  if ((await countOpenAt(tx, tableId)) !== orders.length) throw new Overtaken()
  return orders
}

/**
 * Moves locked open orders to a table that is locked, as theirs is; theirs is not freed.
 * @throws AppError `table_not_found`
 */
export async function moveOrders(tx: Tx, orders: readonly OrderRow[], to: Moving): Promise<void> {
  for (const order of orders) await toTable(tx, order, to)
}

/** Gives locked open orders of a table its new number. */
export async function renumberOrders(tx: Tx, orders: readonly OrderRow[], number: number, now: Date): Promise<void> {
  for (const order of orders) {
    const tickets = ticketsAfterRenumbering(order.tickets, number)
    await updateOrder(tx, order.id, { ...named(order, number), tickets }, now)
    await announceChange(tx, { topic: ORDER_TOPIC, id: order.id })
  }
}

async function toTable(tx: Tx, before: OrderRow, { tableId, by, now }: Moving): Promise<OrderRow> {
  const number = await occupy(tx, tableId, now)
  const from = before.tableNumber
  const change = {
    ...named(before, number),
    tableId,
    movedFrom: from,
    diningOption: 'dine-in',
    tickets: ticketsAfterMove(before.tickets, { from, to: number, username: by?.username, now }),
  } as const
  const after = await updateOrder(tx, before.id, change, now)
  await announceChange(tx, { topic: ORDER_TOPIC, id: before.id })
  return after
}

/** A name that only says the table follows it; any other one stays. */
function named(order: OrderRow, tableNumber: number) {
  const said = LANGUAGES.map(words).find((t) => order.customerName === t('common.table', { number: order.tableNumber }))
  const customerName = said ? said('common.table', { number: tableNumber }) : order.customerName
  return { tableNumber, customerName, searchText: orderSearchText({ ...order, customerName, tableNumber }) }
}
