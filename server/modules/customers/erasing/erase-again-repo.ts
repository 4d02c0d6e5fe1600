import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, erasures, orders } from '#server/db/schema/index.ts'
import type { LockedCustomer } from '../lock-repo.ts'

const erasedKeys = (tx: Tx) => tx.select({ key: erasures.key }).from(erasures)

export async function listOrdersToEraseAgain(tx: Tx, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.erasedAt), inArray(orders.erasureKey, erasedKeys(tx))))
    .orderBy(asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The customers whose keys are erased, those merged into another one last. */
export async function listErasedCustomers(tx: Tx, limit: number): Promise<LockedCustomer[]> {
  return tx
    .select()
    .from(customers)
    .where(inArray(customers.erasureKey, erasedKeys(tx)))
    .orderBy(isNotNull(customers.mergedInto), asc(customers.id))
    .limit(limit)
}

/** Deletes the row of a number that was merged into a customer. */
export async function deleteMergedCustomer(tx: Tx, id: number): Promise<void> {
  await tx.delete(customers).where(eq(customers.id, id))
}
