import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { hasOtherOrder, type LockedCustomer, lockCustomers, lockOrdersOf } from './lock-repo.ts'

export interface LockedCustomers {
  /** Keyed by id; a missing customer does not exist, or was merged into another one. */
  customers: ReadonlyMap<number, LockedCustomer>
  /** Ids of the first customer's orders. */
  orderIds: number[]
}

/**
 * Runs `work` in a transaction that locks customers and all orders of the first one: no order of that customer is
 * placed or changed in the meantime.
 */
export async function withLockedCustomers<Result>(
  db: Database,
  [firstId, ...otherIds]: readonly [number, ...number[]],
  work: (tx: Tx, locked: LockedCustomers) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const outcome = await inTransaction(db, async (tx) => {
      const orderIds = await lockOrdersOf(tx, firstId)
      const rows = await lockCustomers(tx, [firstId, ...otherIds])
      const customers = new Map(rows.map((customer) => [customer.id, customer]))
      // An order placed between the two locks is not locked. Lock order is orders before customers: start again.
      if (await hasOtherOrder(tx, firstId, orderIds)) return undefined
      return { result: await work(tx, { customers, orderIds }) }
    })
    if (outcome) return outcome.result
  }
}
