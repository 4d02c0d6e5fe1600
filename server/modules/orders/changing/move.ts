import { OvertakenError, type Tx } from '#server/db/index.ts'
import { type LockedTable, leaveTable, lockTables, occupy } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { ticketsAfterMove, ticketsAfterRenumbering } from '../printing/tickets.ts'
import { orderSearchText } from '../reading/search-text.ts'
import { countOpenOrdersAt, lockOpenOrdersAt, type OrderRow, updateOrder } from '../repo.ts'
import { wordsOfTableName } from '../table-name.ts'
import { ORDER_TOPIC } from '../topic.ts'

/*
 * Moving an order to another table, and renumbering a table with orders (docs/product/orders.md#orders-move).
 */

export interface MoveTarget {
  tableId: number
  /** The user who makes the move; null if no user does. */
  by: { username: string } | null
  now: Date
}

/**
 * Moves a locked order to a table; changes nothing if it is at that table.
 * @throws AppError `order_closed`, `table_not_found`, `too_many_changes`
 */
export async function moveOrder(tx: Tx, before: OrderRow, to: MoveTarget): Promise<OrderRow> {
  if (before.tableId === to.tableId) return before
  if (!isOpen(before.status)) throw new AppError('order_closed')
  const from = before.tableId ?? to.tableId
  await lockTables(tx, [from, to.tableId])
  const after = await writeMove(tx, before, to)
  if (from !== to.tableId) await leaveTable(tx, from, to.tableId, to.now)
  return after
}

/**
 * Locks the open orders of a table, and then that table and `others`. Until the transaction ends, no order can be
 * placed at them.
 * @throws OvertakenError if an order arrived between the two locks
 */
export async function lockOrdersAt(tx: Tx, tableId: number, others: readonly number[] = []): Promise<OrderRow[]> {
  const orders = await lockOpenOrdersAt(tx, tableId)
  await lockTables(tx, [tableId, ...others])
  if ((await countOpenOrdersAt(tx, tableId)) !== orders.length) throw new OvertakenError()
  return orders
}

/**
 * Moves locked open orders to a table. Both tables must be locked; the one the orders leave is not freed.
 * @throws AppError `table_not_found`, `too_many_changes`
 */
export async function moveOrders(tx: Tx, orders: readonly OrderRow[], to: MoveTarget): Promise<void> {
  for (const order of orders) await writeMove(tx, order, to)
}

type NamedTable = Pick<LockedTable, 'number' | 'label'>

/** Gives the locked open orders of a table its new number and label. */
export async function renumberOrders(tx: Tx, orders: readonly OrderRow[], table: NamedTable, now: Date): Promise<void> {
  for (const order of orders) {
    const tickets = ticketsAfterRenumbering(order.tickets, table.number)
    await updateOrder(tx, order.id, { ...tableFields(order, table), tickets }, now)
    await announceChange(tx, { topic: ORDER_TOPIC, id: order.id })
  }
}

async function writeMove(tx: Tx, before: OrderRow, { tableId, by, now }: MoveTarget): Promise<OrderRow> {
  const table = await occupy(tx, tableId, now)
  const from = before.tableNumber
  const change = {
    ...tableFields(before, table),
    tableId,
    movedFrom: from,
    diningOption: 'dine-in',
    tickets: ticketsAfterMove(before.tickets, { from, to: table.number, username: by?.username, now }),
  } as const
  const after = await updateOrder(tx, before.id, change, now)
  await announceChange(tx, { topic: ORDER_TOPIC, id: before.id })
  return after
}

/**
 * Returns the fields that contain the table's number or label. A customer name that only names the table ("Table 5") follows the
 * new number; any other name stays.
 */
function tableFields(order: OrderRow, { number: tableNumber, label: tableLabel }: NamedTable) {
  const translate = wordsOfTableName(order)
  const customerName = translate ? translate('common.table', { number: tableNumber }) : order.customerName
  const searchText = orderSearchText({ ...order, customerName, tableNumber, tableLabel })
  return { tableNumber, tableLabel, customerName, searchText }
}
