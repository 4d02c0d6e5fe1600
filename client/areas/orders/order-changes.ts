import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { changeOrder, Order, seeOrder } from '#shared/contracts/orders.ts'
import type { Promised, Table } from '#shared/contracts/tables.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { OrderStatus } from '#shared/domain/orders/order.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { ifMatch, sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { promisedText } from '../../lib/settings/promised.ts'
import { t, toast, withdrawToast } from '../../ui/index.ts'
import { changeOptimistically, putOrders, refetchOrders } from './board.ts'
import { destinationOf, placeOf } from './order-text.ts'

interface Update {
  /** The order as it was shown: if its table has changed since, the toast shows the move. */
  before?: Order
  /** What has changed, if it is something else. */
  description?: string
  /** Who is to come to the table to which it was moved. */
  promised?: Promised | undefined
  /** Called by the button that the toast then has. */
  undo?: () => void
  /** The same, for an order that was handed over unpaid. */
  pay?: () => void
}

/** Shows that an order has changed: its status, or the table it was moved to. */
export function announceUpdate(order: Order, { before, description, promised, undo, pay }: Update = {}): void {
  const { id } = order
  const isMoved = before !== undefined && before.tableNumber !== order.tableNumber
  const owed = () => t('due.due', { amount: formatMoney(order.due ?? 0, order.currency) })
  const usual = isMoved
    ? t('orderMove.moved', { id, from: destinationOf(before), to: destinationOf(order) })
    : t('orders.updatedDescription', { id, status: pay ? owed() : t(`orders.status.${order.status}`) })
  // Waiters know it by its table.
  const table = !isMoved && order.tableNumber !== null && placeOf(t, order)
  toast({
    title: t(pay ? 'due.handedOverUnpaid' : 'orders.updated'),
    description: [table, description ?? usual, promisedText(promised)].filter(Boolean).join(' · '),
    action: undo && { label: t('orders.undo'), onAct: undo },
    nextAction: pay && { label: t('due.take'), onAct: pay },
  })
}

/**
 * Shows that a change was rejected because somebody else has changed the order, and its state
 * (docs/product/orders.md#orders-match).
 * @param before the order as it was shown; if its table has changed since, the toast shows the new one
 */
function announceChangedMeanwhile(order: Order, before = order): void {
  const isMoved = before.tableNumber !== order.tableNumber
  const status = [t(`orders.status.${order.status}`), ...(isMoved ? [destinationOf(order)] : [])].join(', ')
  toast({
    variant: 'destructive',
    title: t('orders.changedMeanwhile'),
    description: t('orders.changedMeanwhileDescription', { id: order.id, status }),
  })
}

export async function setOrderStatus({ id }: Pick<Order, 'id'>, status: OrderStatus): Promise<void> {
  await change({ id }, { status }).then(
    (order) => announceUpdate(order),
    (error) => reportFailure(id, error),
  )
}

/**
 * Moves an order to its next status if it is still as its card shows it; the toast offers to undo that
 * (docs/product/orders.md#orders-next), and to pay what leaves the house unpaid.
 * @param from the order as the card shows it
 * @param withoutPayment completes it also with something due; else the person is asked first
 */
export async function moveOn(from: Order, status: OrderStatus, withoutPayment?: boolean): Promise<void> {
  if (status === 'completed' && from.due && !withoutPayment) {
    openDialog('unpaid', { id: from.id, order: from, due: from.due })
    return
  }
  try {
    const order = await change(from, { status }, withoutPayment)
    // The guests of a table pay its bill.
    const isUnpaid = status === 'delivered' && order.tableId === null && (order.due ?? 0) > 0
    announceUpdate(order, {
      undo: () => void undo(order, { status: from.status }),
      ...(isUnpaid && { pay: () => openDialog('pay', order.id) }),
    })
  } catch (error) {
    reportFailure(from.id, error, from)
  }
}

/**
 * Moves an order to another table if it is still at the one shown; the toast offers to undo that
 * (docs/product/board.md#board-move). Throws after a failure, which the caller reports.
 * @param from the order as the dialog shows it
 */
export async function moveOrderToTable(from: Order, to: Pick<Table, 'id' | 'number'>): Promise<void> {
  const { tableId, tableNumber } = from
  const order = await change(from, { tableId: to.id, tableNumber: to.number })
  // A table cannot be removed from an order, so a first one has no undo.
  const undoMove = tableId === null ? undefined : () => void undo(order, { tableId, tableNumber })
  announceUpdate(order, { before: from, promised: order.promised, undo: undoMove })
}

/**
 * Changes when an order is picked up, if it is still as shown; the toast offers to undo that. Throws after a failure,
 * which the caller reports.
 * @param from the order as the dialog shows it
 * @param textOf the time in words
 */
export async function changePickup(from: Order, pickupAt: string, textOf: (at: string) => string): Promise<void> {
  const { id, pickupAt: before } = from
  const order = await change(from, { pickupAt, asap: false })
  const description = t('orderMove.moved', { id, from: before && textOf(before), to: textOf(pickupAt) })
  announceUpdate(order, { description, undo: () => void undo(order, { pickupAt: before }) })
}

type ChangedFields = Partial<Pick<Order, 'status' | 'tableId' | 'tableNumber' | 'pickupAt' | 'asap'>>

/** Takes a change back, if nobody has made another one since. */
async function undo(order: Order, to: ChangedFields): Promise<void> {
  await change(order, to).then(
    (changed) => announceUpdate(changed, { before: order }),
    (error) => reportFailure(order.id, error, order),
  )
}

/**
 * Changes an order. With a version, the server rejects the change if the order has a newer one: the board then has that.
 */
async function change(
  order: { id: number; version?: number },
  to: ChangedFields,
  withoutPayment?: boolean,
): Promise<ResponseOf<typeof changeOrder>> {
  const { id, version } = order
  const { status, tableId, pickupAt } = to
  const send = () =>
    sendChange<typeof changeOrder>('PATCH /api/orders/:id', {
      params: { id: String(id) },
      body: tableId ? { tableId } : pickupAt ? { pickupAt } : { status, withoutPayment },
      headers: version === undefined ? undefined : ifMatch({ version }),
    })
  try {
    // Changes of one order are sent one after another, in the sequence in which they were made.
    const own = { orderId: id, queue: `order ${id}`, apply: (shown: Order) => ({ ...shown, ...to }) }
    const changed = await changeOptimistically(own, send)
    withdrawToast(subjectOf(changed))
    return changed
  } catch (error) {
    putCurrentOnBoard(error)
    throw error
  }
}

/** Marks an order as seen, so that no board rings for it again. */
export async function markSeen({ id }: Order): Promise<void> {
  try {
    putOnBoard(await sendChange<typeof seeOrder>('POST /api/orders/:id/seen', { params: { id: String(id) } }))
  } catch (error) {
    putCurrentOnBoard(error)
    reportFailure(id, error)
  }
}

const subjectOf = ({ id }: { id: number }) => `order ${id}`

/** Puts an order from a response onto the board; a report that a change of it failed is then over. */
export function putOnBoard(order: Order): void {
  withdrawToast(subjectOf(order))
  putOrders([order])
}

/** The current order, if a change was rejected because somebody else has changed it. */
export function changedMeanwhile(error: unknown): Order | undefined {
  if (!(error instanceof RequestError) || error.code !== 'order_changed') return undefined
  return error.body.order as Order | undefined
}

/** After a failed change, puts the current order onto the board; refetches the list if the response lacks it. */
export function putCurrentOnBoard(error: unknown): void {
  const order = changedMeanwhile(error)
  if (order) putOnBoard(order)
  // The server may have made the change nevertheless, or the login session may be over.
  else refetchOrders()
}

/** Shows in a toast why a change of an order failed. @param before the order as it was shown */
function reportFailure(id: number, error: unknown, before?: Order): void {
  const order = changedMeanwhile(error)
  if (before && error instanceof RequestError && error.code === 'unpaid') askHowPaid(before, error.body.due ?? 0)
  else if (order) announceChangedMeanwhile(order, before)
  else toastFailure(t('orders.updateFailed'), error, undefined, subjectOf({ id }))
}

/** Asks how an order was paid; in a toast while a dialog is open, which may get a tap at any moment. */
function askHowPaid(order: Order, due: number): void {
  const { id, currency } = order
  if (!document.querySelector('[data-sheet][data-open]')) {
    openDialog('unpaid', { id, order, due })
    return
  }
  const status = t(due < 0 ? 'due.toGiveBack' : 'due.due', { amount: formatMoney(Math.abs(due), currency) })
  toast({
    variant: 'destructive',
    title: t('orders.updateFailed'),
    description: t('orders.updatedDescription', { id, status }),
    subject: subjectOf(order),
    nextAction: { label: t(due < 0 ? 'payments.takeBack' : 'due.take'), onAct: () => openDialog('pay', id) },
  })
}
