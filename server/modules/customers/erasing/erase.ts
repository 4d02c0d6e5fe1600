import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { eraseEventsOf } from '#server/modules/catering/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { addToSummary, announceOrderChanges, readOrders } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { isVip } from '#shared/domain/loyalty.ts'
import { withLockedCustomers } from '../lock.ts'
import { type LockedCustomer, listNumbersOf } from '../lock-repo.ts'
import {
  deleteCustomer,
  emptyAnswers,
  emptyOrders,
  emptySessions,
  hasOpenOrder,
  lockOrderToErase,
  lockSessionsOf,
  recordErasedOrders,
} from './erase-repo.ts'

/**
 * Takes a person's data out of everything that is kept (docs/product.md#customers-erase). Orders and events stay without it.
 * @throws AppError `not_found`, or `open_orders` while one of their orders is open
 */
export async function erasePerson(db: Database, id: number, owner: Viewer, now: Date): Promise<void> {
  await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
    const customer = customers.get(id)
    if (!customer) throw new AppError('not_found')
    if (await hasOpenOrder(tx, orderIds)) throw new AppError('open_orders')
    await eraseOrders(tx, orderIds, now)
    await eraseEventsOf(tx, await listNumbersOf(tx, id), now)
    await noteInJournal(tx, owner, 'erased', { what: 'customer', count: orderIds.length }, now)
    await removeCustomer(tx, customer)
  })
}

/** Deletes a locked customer, whose orders stay; the last that a transaction does. */
export async function removeCustomer(tx: Tx, { id, orderCount }: LockedCustomer): Promise<void> {
  await deleteCustomer(tx, id)
  await announceArea(tx, 'customers')
  await addToSummary(tx, { customers: -1, vips: -Number(isVip(orderCount)) })
}

/**
 * Takes the personal data out of an order that belongs to no customer: a table's, or one with an unreadable number.
 * @throws AppError `not_found`, `customers_order`, or `open_orders` while it is open
 */
export async function eraseOrderData(db: Database, id: number, owner: Viewer, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    // Sessions come before orders in the order of locks.
    await lockSessionsOf(tx, [id])
    const order = await lockOrderToErase(tx, id)
    if (!order) throw new AppError('not_found')
    if (order.customerId !== null) throw new AppError('customers_order')
    if (await hasOpenOrder(tx, [id])) throw new AppError('open_orders')
    await eraseOrders(tx, [id], now)
    await noteInJournal(tx, owner, 'erased', { what: 'order', order: id }, now)
    const [erased] = await readOrders(tx, [id])
    if (!erased) throw new Error('a locked order is gone')
    return erased
  })
}

/** Erases what locked orders say of a person, wherever it is kept, and tells the boards. */
export async function eraseOrders(tx: Tx, ids: number[], now: Date): Promise<void> {
  await recordErasedOrders(tx, ids)
  await emptyOrders(tx, ids, now)
  await emptyAnswers(tx, ids)
  await emptySessions(tx, ids)
  await announceOrderChanges(tx, ids)
}
