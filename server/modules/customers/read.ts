import type { Database, Reader } from '#server/db/index.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import {
  CUSTOMERS_AT_ONCE,
  CUSTOMERS_PER_PAGE,
  type Customer,
  type CustomerSort,
  type CustomerWithOrders,
  type Direction,
  ORDERS_OF_CUSTOMER,
} from '#shared/contracts/customers.ts'
import { phonePart } from '#shared/domain/phone.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CustomerRow, findCustomer, listCustomerRows, listOtherNumbers } from './repo.ts'
import { customerView } from './view.ts'

export interface CustomerPage {
  /** As typed: case and diacritics do not matter, nor how a phone number is written. */
  q?: string | undefined
  sort?: CustomerSort | undefined
  direction?: Direction | undefined
  limit?: number | undefined
  /** The id of the last customer of the page before. */
  after?: number | undefined
}

/**
 * A page of customers; without any wish those who ordered last.
 * @throws AppError `not_found` if the one to come after is no customer any more
 */
export async function customersOf(db: Database, page: CustomerPage, now: Date): Promise<Customer[]> {
  const hasWishes = Object.values(page).some((wish) => wish !== undefined && wish !== '')
  const { q, sort = 'lastOrder', direction = sort === 'name' ? 'asc' : 'desc', after } = page
  const { limit = hasWishes ? CUSTOMERS_PER_PAGE : CUSTOMERS_AT_ONCE } = page
  if (after !== undefined && !(await findCustomer(db, after))) throw new AppError('not_found')
  const text = q && foldText(q)
  const rows = await listCustomerRows(db, { q: text, phone: q && phonePart(q), sort, direction, limit, after })
  return withNumbers(db, rows, now)
}

/**
 * One customer.
 * @throws AppError `not_found`, also for one who was merged into another
 */
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
