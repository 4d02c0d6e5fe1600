import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, isPhoneWithoutCustomer, orders } from '#server/db/schema/index.ts'

export type LockedCustomer = Omit<typeof customers.$inferSelect, 'searchText'>

/** All numbers that lead to a customer: their own, and those of who was merged into them. */
export async function listNumbersOf(tx: Tx, customerId: number): Promise<string[]> {
  const rows = await tx
    .select({ phoneNumber: customers.phoneNumber })
    .from(customers)
    .where(or(eq(customers.id, customerId), eq(customers.mergedInto, customerId)))
  return rows.map(({ phoneNumber }) => phoneNumber)
}

/** The customer's orders: those that name the customer, and those that name nobody but have one of the numbers. */
async function areOf(tx: Tx, customerId: number): Promise<SQL | undefined> {
  const known = await listNumbersOf(tx, customerId)
  return or(eq(orders.customerId, customerId), and(isPhoneWithoutCustomer(orders), inArray(orders.phoneNumber, known)))
}

/** Locks all orders of a customer until the transaction ends. @returns their ids */
export async function lockOrdersOf(tx: Tx, customerId: number): Promise<number[]> {
  const isTheirs = await areOf(tx, customerId)
  const rows = await tx.select({ id: orders.id }).from(orders).where(isTheirs).orderBy(asc(orders.id)).for('update')
  return rows.map(({ id }) => id)
}

/** Whether the customer has an order besides these. */
export async function hasUnlockedOrder(tx: Tx, customerId: number, locked: readonly number[]): Promise<boolean> {
  const isOther = sql`not (${orders.id} = any(${`{${locked.join(',')}}`}::bigint[]))`
  const isTheirs = await areOf(tx, customerId)
  const [row] = await tx.select({ id: orders.id }).from(orders).where(and(isTheirs, isOther)).limit(1)
  return row !== undefined
}

/** Locks customers, by their ids, until the transaction ends. Whoever was merged into another one is left out. */
export async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<LockedCustomer[]> {
  return tx
    .select()
    .from(customers)
    .where(and(inArray(customers.id, [...ids]), isNull(customers.mergedInto)))
    .orderBy(asc(customers.id))
    .for('update')
}
