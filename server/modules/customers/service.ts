import { type Database, inTransaction, type Reader } from '#server/db/index.ts'
import { listPersonEvents } from '#server/modules/catering/index.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import {
  CUSTOMERS_PER_PAGE,
  type Customer,
  type CustomerChange,
  type CustomerSort,
  type CustomerWithOrders,
  type Direction,
  NEWEST_CUSTOMERS,
  ORDERS_OF_CUSTOMER,
  type PersonalData,
} from '#shared/contracts/customers.ts'
import { averageOrderValue, segmentOf, tierOf, visitFrequency } from '#shared/domain/customers/loyalty.ts'
import { phonePart } from '#shared/domain/customers/phone.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CustomerRow, findCustomer, listCustomerRows, listOtherNumbers, updateCustomer } from './repo.ts'

export interface CustomerQuery {
  /** Search text as typed; case, diacritics and the notation of phone numbers do not matter. */
  q?: string | undefined
  sort?: CustomerSort | undefined
  direction?: Direction | undefined
  limit?: number | undefined
  /** The id of the last customer of the previous page. */
  after?: number | undefined
}

/**
 * A page of customers; without any query parameter, those who ordered last.
 * @throws AppError `not_found` if `after` is no customer any more
 */
export async function customerPage(db: Database, query: CustomerQuery, now: Date): Promise<Customer[]> {
  const isFiltered = Object.values(query).some((value) => value !== undefined && value !== '')
  const { q, sort = 'lastOrder', direction = sort === 'name' ? 'asc' : 'desc', after } = query
  const { limit = isFiltered ? CUSTOMERS_PER_PAGE : NEWEST_CUSTOMERS } = query
  if (after !== undefined && !(await findCustomer(db, after))) throw new AppError('not_found')
  const text = q && foldText(q)
  const rows = await listCustomerRows(db, { q: text, phone: q && phonePart(q), sort, direction, limit, after })
  return withNumbers(db, rows, now)
}

/** One customer. @throws AppError `not_found`, also if the customer was merged into another one */
export async function customerById(db: Reader, id: number, now: Date): Promise<Customer> {
  const row = await findCustomer(db, id)
  const [customer] = row ? await withNumbers(db, [row], now) : []
  if (!customer) throw new AppError('not_found')
  return customer
}

/** A customer with their newest orders. @throws AppError `not_found` */
export async function customerWithOrders(db: Database, id: number, now: Date): Promise<CustomerWithOrders> {
  const customer = await customerById(db, id, now)
  return { ...customer, orders: await ordersOfCustomer(db, id, ORDERS_OF_CUSTOMER) }
}

/** Changes a customer's fields that the owner may edit. @throws AppError `not_found` */
export async function editCustomer(db: Database, id: number, change: CustomerChange, now: Date): Promise<Customer> {
  return inTransaction(db, async (tx) => {
    if (!(await updateCustomer(tx, id, change, now))) throw new AppError('not_found')
    await announceArea(tx, 'customers')
    return customerById(tx, id, now)
  })
}

/** All stored data of a person (docs/product/customers.md#customers-export). @throws AppError `not_found` */
export async function readPersonalData(db: Database, id: number, now: Date): Promise<PersonalData> {
  const customer = await customerById(db, id, now)
  const events = await listPersonEvents(db, [customer.phoneNumber, ...customer.otherNumbers])
  return { ...customer, orders: await ordersOfCustomer(db, id), events }
}

async function withNumbers(db: Reader, rows: CustomerRow[], now: Date): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id)
  const numbers = Map.groupBy(await listOtherNumbers(db, ids), ({ customerId }) => customerId)
  return rows.map((row) => {
    const others = numbers.get(row.id) ?? []
    return customerView(
      row,
      others.map(({ phoneNumber }) => phoneNumber),
      now,
    )
  })
}

/** A customer as it may leave the server: the stored columns and the values derived from them. */
function customerView(row: CustomerRow, otherNumbers: string[], now: Date): Customer {
  const { orderCount, totalSpent } = row
  const lastOrder = row.lastOrder?.toISOString() ?? null
  return {
    ...row,
    otherNumbers,
    averageOrderValue: averageOrderValue(totalSpent, orderCount),
    visitFrequency: visitFrequency(orderCount, row.firstOrder, now),
    firstOrder: row.firstOrder?.toISOString() ?? null,
    lastOrder,
    lastVisit: lastOrder,
    loyaltyTier: tierOf(orderCount),
    segment: segmentOf(orderCount),
  }
}
