import { type Database, inTransaction, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { eraseEventsAgain, erasePersonEvents, listPersonEvents } from '#server/modules/catering/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import * as orders from '#server/modules/orders/index.ts'
import * as reservations from '#server/modules/reservations/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import * as contract from '#shared/contracts/customers.ts'
import type { Order } from '#shared/contracts/orders.ts'
import * as rules from '#shared/domain/customers/customer.ts'
import { phonePart } from '#shared/domain/customers/stored-phone.ts'
import * as eraseRepo from './erase-repo.ts'
import * as repo from './repo.ts'
import { type CustomerRow, type LockedCustomer, listNumbersOf } from './repo.ts'

type CustomerQuery = Received<typeof contract.listCustomers>['query']

/** Lists customers, by default those who ordered last first. */
export async function customerPage(db: Database, query: CustomerQuery, now: Date) {
  const isFiltered = Object.values(query).some((value) => value !== undefined && value !== '')
  const { q, sort = 'lastOrder', direction = sort === 'name' ? 'asc' : 'desc', after } = query
  const { limit = isFiltered ? contract.CUSTOMERS_PER_PAGE : contract.NEWEST_CUSTOMERS } = query
  if (after !== undefined && !(await repo.findCustomer(db, after))) throw new AppError('not_found')
  const rows = await repo.listCustomerRows(db, { q, phone: q && phonePart(q), sort, direction, limit, after })
  return customerViews(db, rows, now)
}

async function customerById(db: Reader, id: number, now: Date) {
  return onlyOf(customerViews(db, [required(await repo.findCustomer(db, id))], now))
}

export async function customerWithOrders(db: Database, id: number, now: Date) {
  const customer = await customerById(db, id, now)
  const reserved = await reservations.listOfNumbers(db, numbersOf(customer), contract.ORDERS_OF_CUSTOMER)
  return {
    ...customer,
    orders: await orders.ordersOfCustomer(db, id, contract.ORDERS_OF_CUSTOMER),
    reservations: reserved.map((row) => reservations.guestView(row, now)),
  }
}

export async function editCustomer(db: Database, id: number, change: contract.CustomerChange, now: Date) {
  return inTransaction(db, async (tx) => {
    if (!(await repo.updateCustomer(tx, id, change, now))) throw new AppError('not_found')
    await announceArea(tx, 'customers')
    return customerById(tx, id, now)
  })
}

/** Exports all stored data of a person (docs/product/customers.md#customers-export). */
export async function readPersonalData(db: Database, id: number, now: Date) {
  const customer = await customerById(db, id, now)
  const events = await listPersonEvents(db, numbersOf(customer))
  const reserved = await reservations.listOfNumbers(db, numbersOf(customer))
  const own = reserved.map((row) => reservations.guestView(row, now))
  return { ...customer, orders: await orders.ordersOfCustomer(db, id), events, reservations: own }
}

const numbersOf = ({ phoneNumber, otherNumbers }: Pick<contract.Customer, 'phoneNumber' | 'otherNumbers'>) => [
  phoneNumber,
  ...otherNumbers,
]

/** Customers as they may leave the server: the stored columns and the values derived from them. */
async function customerViews(db: Reader, rows: CustomerRow[], now: Date) {
  const ids = rows.map(({ id }) => id)
  const numbers = Map.groupBy(await repo.listOtherNumbers(db, ids), ({ customerId }) => customerId)
  return rows.map((row) => {
    const { orderCount, totalSpent } = row
    return {
      ...row,
      otherNumbers: (numbers.get(row.id) ?? []).map(({ phoneNumber }) => phoneNumber),
      averageOrderValue: rules.averageOrderValue(totalSpent, orderCount),
      visitFrequency: rules.visitFrequency(orderCount, row.firstOrder, now),
      lastVisit: row.lastOrder,
      loyaltyTier: rules.tierOf(orderCount),
      segment: rules.segmentOf(orderCount),
    }
  })
}

interface LockedCustomers {
  /** Customers by id; an id is missing if it is unknown or was merged into another customer. */
  customers: ReadonlyMap<number, LockedCustomer>
  /** The ids of the first customer's orders. */
  orderIds: number[]
}

export async function withLockedCustomers<Result>(
  db: Database,
  [firstId, ...otherIds]: readonly [number, ...number[]],
  work: (tx: Tx, locked: LockedCustomers) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const outcome = await inTransaction(db, async (tx) => {
      const orderIds = await repo.lockOrdersOf(tx, firstId)
      const rows = await repo.lockCustomers(tx, [firstId, ...otherIds])
      const customers = new Map(rows.map((customer) => [customer.id, customer]))
      // An order that was placed between the two locks is not locked. Orders come before customers: start again.
      if (await repo.hasOtherOrder(tx, firstId, orderIds)) return undefined
      return { result: await work(tx, { customers, orderIds }) }
    })
    if (outcome) return outcome.result
  }
}

/**
 * Merges a customer into another one who is the same person and remains (docs/product/customers.md#customers-merge).
 */
export async function mergeCustomers(db: Database, id: number, intoId: number, now: Date) {
  if (id === intoId) throw new AppError('same_customer')
  return withLockedCustomers(db, [id, intoId], async (tx, { customers }) => {
    const source = customers.get(id)
    const target = customers.get(intoId)
    if (!source || !target) throw new AppError('not_found')
    await repo.reassignOrders(tx, id, intoId)
    await repo.updateCustomer(tx, intoId, rules.mergedPerson(target, source), now)
    await repo.redirectNumbers(tx, id, intoId)
    await repo.convertToRedirect(tx, id, intoId, now)
    await orders.recountCustomer(tx, intoId, (customerId) => orders.customerFiguresOf(tx, customerId))
    await announceArea(tx, 'customers')
    const merged = await customerById(tx, intoId, now)
    await orders.uncountCustomer(tx, id)
    return merged
  })
}

/** Erases a person's data everywhere (docs/product/customers.md#customers-erase). Orders and events stay without it. */
export async function erasePerson(db: Database, id: number, owner: Viewer, now: Date): Promise<void> {
  await withLockedCustomers(db, [id], async (tx, { customers, orderIds }) => {
    required(customers.get(id))
    if (await eraseRepo.hasOpenOrder(tx, orderIds)) throw new AppError('open_orders')
    await eraseOrders(tx, orderIds, now)
    const numbers = await listNumbersOf(tx, id)
    await erasePersonEvents(tx, numbers, now)
    await reservations.eraseOfNumbers(tx, numbers, now)
    await noteInJournal(tx, owner, 'erased', { what: 'customer', count: orderIds.length }, now)
    await removeCustomer(tx, id)
  })
}

/** Deletes a customer and keeps the orders. It must be the last step of a transaction. */
export async function removeCustomer(tx: Tx, id: number): Promise<void> {
  await eraseRepo.deleteCustomer(tx, id)
  await announceArea(tx, 'customers')
  await orders.uncountCustomer(tx, id)
}

/** Erases the data of an order without a customer: one at a table, or with an unreadable phone number. */
export async function eraseOrderData(db: Database, id: number, owner: Viewer, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    // Lock order: sessions before orders.
    await eraseRepo.lockSessionsOf(tx, [id])
    const order = required(await eraseRepo.lockOrderToErase(tx, id))
    if (order.customerId !== null) throw new AppError('customers_order')
    if (await eraseRepo.hasOpenOrder(tx, [id])) throw new AppError('open_orders')
    await eraseOrders(tx, [id], now)
    await noteInJournal(tx, owner, 'erased', { what: 'order', order: id }, now)
    return onlyOf(orders.readOrders(tx, [id]))
  })
}

/** Erases the personal data of locked orders wherever it is stored, and announces the orders. */
export async function eraseOrders(tx: Tx, ids: number[], now: Date): Promise<void> {
  await eraseRepo.anonymizeOrders(tx, ids, now)
  await orders.announceOrderChanges(tx, ids)
}

const BATCH_SIZE = 2_000

/**
 * After a restore, erases all rows whose keys are in `erasures` but that still have their data: they were erased after
 * the backup (docs/product/backups.md#backups-erased).
 * @returns the number of orders, events, reservations and customers
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
  erased += await reservations.eraseReservationsAgain(tx, now)
  // Erasing a customer erases the merged ones too, so the rest is read anew.
  for (;;) {
    const customer = await eraseRepo.findErasedCustomer(tx)
    if (!customer) return erased
    if (customer.mergedInto === null) await removeCustomer(tx, customer.id)
    else await eraseRepo.deleteCustomer(tx, customer.id)
    erased += 1
  }
}
