import { type Database, inTransaction, onlyOf, type Tx } from '#server/db/index.ts'
import { eraseEventsAgain, erasePersonEvents } from '#server/modules/catering/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { addToSummary, announceOrderChanges, readOrders } from '#server/modules/orders/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { isVip } from '#shared/domain/customers/loyalty.ts'
import * as eraseRepo from './erase-repo.ts'
import { type LockedCustomer, listNumbersOf } from './repo.ts'
import { withLockedCustomers } from './service.ts'

/**
 * Erases a person's data everywhere (docs/product/customers.md#customers-erase). Orders and events stay without it.
 * @throws AppError `not_found`; `open_orders` while an order of the person is open
 */
export async function erasePerson(db: Database, id: number, owner: Viewer, now: Date): Promise<void> {
  await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
    const customer = required(customers.get(id))
    if (await eraseRepo.hasOpenOrder(tx, orderIds)) throw new AppError('open_orders')
    await eraseOrders(tx, orderIds, now)
    await erasePersonEvents(tx, await listNumbersOf(tx, id), now)
    await noteInJournal(tx, owner, 'erased', { what: 'customer', count: orderIds.length }, now)
    await removeCustomer(tx, customer)
  })
}

/** The orders stay. Must be the last step of a transaction. */
export async function removeCustomer(tx: Tx, { id, orderCount }: LockedCustomer): Promise<void> {
  await eraseRepo.deleteCustomer(tx, id)
  await announceArea(tx, 'customers')
  await addToSummary(tx, { customers: -1, vips: -Number(isVip(orderCount)) })
}

/** The data of an order without a customer, of a table or with an unreadable phone number. */
export async function eraseOrderData(db: Database, id: number, owner: Viewer, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    // Lock order: sessions before orders.
    await eraseRepo.lockSessionsOf(tx, [id])
    const order = required(await eraseRepo.lockOrderToErase(tx, id))
    if (order.customerId !== null) throw new AppError('customers_order')
    if (await eraseRepo.hasOpenOrder(tx, [id])) throw new AppError('open_orders')
    await eraseOrders(tx, [id], now)
    await noteInJournal(tx, owner, 'erased', { what: 'order', order: id }, now)
    return onlyOf(readOrders(tx, [id]))
  })
}

/** Erases the personal data of locked orders wherever it is stored, and announces the orders. */
export async function eraseOrders(tx: Tx, ids: number[], now: Date): Promise<void> {
  await eraseRepo.anonymizeOrders(tx, ids, now)
  await announceOrderChanges(tx, ids)
}

const BATCH_SIZE = 2_000

/**
 * Erases all rows whose keys are in `erasures` but whose data is there: they were erased after the backup that was
 * restored (docs/product/backups.md#backups-erased).
 * @returns how many orders, events and customers
 */
export async function eraseAgain(tx: Tx, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const ids = await eraseRepo.listOrdersToEraseAgain(tx, BATCH_SIZE)
    if (ids.length === 0) break
    await eraseOrders(tx, ids, now)
    erased += ids.length
  }
  erased += await eraseEventsAgain(tx, now)
  // A customer that others were merged into takes them with it, so what is left is read anew.
  for (;;) {
    const [customer] = await eraseRepo.listErasedCustomers(tx, 1)
    if (!customer) return erased
    if (customer.mergedInto === null) await removeCustomer(tx, customer)
    else await eraseRepo.deleteMergedCustomer(tx, customer.id)
    erased += 1
  }
}
