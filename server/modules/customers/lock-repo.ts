import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, isPhoneWithoutCustomer, orders } from '#server/db/schema/index.ts'

export type LockedCustomer = Omit<typeof customers.$inferSelect, 'searchText'>

/** All phone numbers of a customer: their own, and those of customers merged into them. */
export async function listNumbersOf(tx: Tx, customerId: number): Promise<string[]> {
  const rows = await tx
    .select({ phoneNumber: customers.phoneNumber })
    .from(customers)
    .where(or(eq(customers.id, customerId), eq(customers.mergedInto, customerId)))
  return rows.map(({ phoneNumber }) => phoneNumber)
}

/** Condition: the order belongs to the customer, or to no customer but has one of the customer's numbers. */
async function belongsTo(tx: Tx, customerId: number): Promise<SQL | undefined> {
  const numbers = await listNumbersOf(tx, customerId)
  return or(
    eq(orders.customerId, customerId),
    and(isPhoneWithoutCustomer(orders), inArray(orders.phoneNumber, numbers)),
  )
}

/** Locks all orders of a customer until the transaction ends. @returns their ids */
export async function lockOrdersOf(tx: Tx, customerId: number): Promise<number[]> {
  const isTheirs = await belongsTo(tx, customerId)
  const rows = await tx.select({ id: orders.id }).from(orders).where(isTheirs).orderBy(asc(orders.id)).for('update')
  return rows.map(({ id }) => id)
}

/** Whether the customer has an order besides the locked ones. */
export async function hasOtherOrder(tx: Tx, customerId: number, locked: readonly number[]): Promise<boolean> {
  const isOther = sql`not (${orders.id} = any(${`{${locked.join(',')}}`}::bigint[]))`
  const isTheirs = await belongsTo(tx, customerId)
  const [row] = await tx.select({ id: orders.id }).from(orders).where(and(isTheirs, isOther)).limit(1)
  return row !== undefined
}

/** Locks customers in the order of their ids until the transaction ends. Leaves out those merged into another one. */
export async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<LockedCustomer[]> {
  return tx
    .select()
    .from(customers)
    .where(and(inArray(customers.id, [...ids]), isNull(customers.mergedInto)))
    .orderBy(asc(customers.id))
    .for('update')
}
