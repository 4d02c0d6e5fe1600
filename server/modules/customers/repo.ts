import { and, asc, desc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { anyOfIds, firstOf, hasRow, lockIds, locking, type Reader, type Tx } from '#server/db/index.ts'
import {
  customerFigures,
  customerLastOrder,
  customerName,
  customerSearchText,
  customers,
  isPhoneWithoutCustomer,
  orders,
} from '#server/db/schema/index.ts'
import type { CustomerFigures } from '#server/modules/orders/index.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { CustomerChange, CustomerSort, Direction, listCustomers } from '#shared/contracts/customers.ts'
import { pick } from '#shared/domain/objects.ts'
import { searchPattern } from '#shared/domain/search.ts'

const { id, phoneNumber, mergedInto, searchText } = customers
const { customerId: figuresOf, orderCount, totalSpent } = customerFigures
const ownColumns = pick(customers, ['id', 'name', 'phoneNumber', 'email', 'notes', 'tags', 'preferences'])
const publicColumns = {
  ...ownColumns,
  ...pick(customerFigures, ['orderCount', 'totalSpent', 'firstOrder', 'lastOrder']),
}
const SORT_KEYS: Record<CustomerSort, SQL> = {
  lastOrder: customerLastOrder(customerFigures),
  name: customerName(customers),
  orderCount: sql`${orderCount}`,
  totalSpent: sql`${totalSpent}`,
}

/** A customer without the columns that only search and erasing need. */
export type CustomerRow = Pick<typeof customers.$inferSelect, keyof typeof ownColumns> & CustomerFigures

/** A row that was merged into another one is not a customer: it only stores its phone number. */
const isCustomer = isNull(mergedInto)

type CustomerSearch = Pick<Received<typeof listCustomers>['query'], 'q' | 'after'> & {
  /** Digits that are searched in all phone numbers of the customer. */
  phone?: string | undefined
  sort: CustomerSort
  direction: Direction
  limit: number
}

/** One page of customers. Equal values are sorted by id, so that each page continues where the previous one ended. */
export function listCustomerRows(db: Reader, search: CustomerSearch): Promise<CustomerRow[]> {
  const { q, phone, sort, direction, limit, after } = search
  const sortKey = SORT_KEYS[sort]
  const isAfter = after === undefined ? undefined : isAfterCursor(sort, direction, after)
  const order = direction === 'asc' ? asc : desc
  return db
    .select(publicColumns)
    .from(customers)
    .innerJoin(customerFigures, eq(figuresOf, id))
    .where(and(isCustomer, isAfter, q ? matches(db, q, phone) : undefined))
    .orderBy(order(sortKey), order(sort === 'name' ? id : figuresOf))
    .limit(limit)
}

function isAfterCursor(sort: CustomerSort, direction: Direction, after: number): SQL {
  // Both keys are columns of one table, so that its index gives the order.
  const keys = sql`${SORT_KEYS[sort]}, ${sort === 'name' ? id : figuresOf}`
  const source = sort === 'name' ? customers : customerFigures
  const cursor = sql`(select ${keys} from ${source} where ${sort === 'name' ? id : figuresOf} = ${after})`
  return direction === 'asc' ? sql`(${keys}) > ${cursor}` : sql`(${keys}) < ${cursor}`
}

function matches(db: Reader, q: string, phone: string | undefined): SQL | undefined {
  const contains = (text: string) => sql`${searchText} ~ ${searchPattern(text)}`
  // The search text contains the number; its index serves the second condition too.
  const isMatch = or(contains(q), phone ? and(contains(phone), like(phoneNumber, `%${phone}%`)) : undefined)
  const isMatchOfMerged = and(isNotNull(mergedInto), isMatch)
  const matchedByMerged = db.select({ id: mergedInto }).from(customers).where(isMatchOfMerged)
  // An array is read before the other rows, so the index on `id` serves it; `in (select …)` would read all customers.
  return or(isMatch, sql`${id} = any(array(${matchedByMerged}))`)
}

export async function findCustomer(db: Reader, customerId: number): Promise<CustomerRow | undefined> {
  const isThis = and(eq(id, customerId), isCustomer)
  return firstOf(db.select(publicColumns).from(customers).innerJoin(customerFigures, eq(figuresOf, id)).where(isThis))
}

/** The phone numbers of rows merged into these customers, ordered by the id of the merged row. */
export async function listOtherNumbers(db: Reader, customerIds: readonly number[]) {
  const isMergedIntoThem = sql`${mergedInto} = ${anyOfIds(customerIds)}`
  return db.select({ customerId: mergedInto, phoneNumber }).from(customers).where(isMergedIntoThem).orderBy(asc(id))
}

export async function updateCustomer(tx: Tx, customerId: number, change: CustomerChange, now: Date): Promise<boolean> {
  const [current] = await locking(tx, customers)
    .select(pick(ownColumns, ['name', 'phoneNumber', 'email', 'tags']))
    .from(customers)
    .where(and(eq(id, customerId), isCustomer))
    .for('update')
  if (!current) return false
  const changed = { ...change, searchText: customerSearchText({ ...current, ...change }), updatedAt: now }
  await tx.update(customers).set(changed).where(eq(id, customerId))
  return true
}

export async function reassignOrders(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(orders).set({ customerId: intoId }).where(eq(orders.customerId, id))
}

/** Points customers that were merged into this one to another one, so that there are no chains. */
export async function redirectNumbers(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(customers).set({ mergedInto: intoId }).where(eq(customers.mergedInto, id))
}

/** Clears a merged customer except for the phone number, which now belongs to another customer. */
export async function convertToRedirect(tx: Tx, id: number, intoId: number, now: Date): Promise<void> {
  const cleared = {
    ...{ mergedInto: intoId, searchText: sql`' ' || ${phoneNumber} || ' '`, updatedAt: now },
    ...{ name: '', email: null, notes: null, tags: [], preferences: {} },
  }
  await tx.update(customers).set(cleared).where(eq(customers.id, id))
  await tx.delete(customerFigures).where(eq(figuresOf, id))
}

export type LockedCustomer = Omit<typeof customers.$inferSelect, 'searchText'>

export async function listNumbersOf(tx: Tx, customerId: number): Promise<string[]> {
  const isTheirs = or(eq(id, customerId), eq(mergedInto, customerId))
  const rows = await tx.select({ phoneNumber }).from(customers).where(isTheirs)
  return rows.map(({ phoneNumber }) => phoneNumber)
}

/** Condition: the order belongs to the customer, or to no customer but has one of the customer's numbers. */
async function belongsTo(tx: Tx, customerId: number): Promise<SQL | undefined> {
  const numbers = await listNumbersOf(tx, customerId)
  const isByNumber = and(isPhoneWithoutCustomer(orders), inArray(orders.phoneNumber, numbers))
  return or(eq(orders.customerId, customerId), isByNumber)
}

export async function lockOrdersOf(tx: Tx, customerId: number): Promise<number[]> {
  return lockIds(locking(tx, orders), orders, await belongsTo(tx, customerId))
}

export async function hasOtherOrder(tx: Tx, customerId: number, locked: readonly number[]): Promise<boolean> {
  const isOther = sql`not (${orders.id} = ${anyOfIds(locked)})`
  const isTheirs = await belongsTo(tx, customerId)
  return hasRow(tx, orders, and(isTheirs, isOther))
}

/** Locks customers in the order of their ids until the transaction ends. Leaves out those merged into another one. */
export async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<LockedCustomer[]> {
  const areAmongThem = and(inArray(id, [...ids]), isCustomer)
  return locking(tx, customers).select().from(customers).where(areAmongThem).orderBy(asc(id)).for('update')
}
