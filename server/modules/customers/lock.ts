import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { hasUnlockedOrder, type LockedCustomer, lockCustomers, lockOrdersOf } from './lock-repo.ts'

export interface Locked {
  /** By id; who is missing does not exist, or was merged into another customer. */
  customers: ReadonlyMap<number, LockedCustomer>
  /** The first customer's orders. */
  orderIds: number[]
}

/**
 * Runs `work` in a transaction that locks customers and all orders of the first of them: no order of theirs is placed
 * or changed meanwhile.
 */
export async function withLockedCustomers<Result>(
  db: Database,
  [whose, ...others]: readonly [number, ...number[]],
  work: (tx: Tx, locked: Locked) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      const orderIds = await lockOrdersOf(tx, whose)
      const customers = new Map((await lockCustomers(tx, [whose, ...others])).map((one) => [one.id, one]))
      // An order that was placed meanwhile is not locked. Orders come before customers in the order of locks: begin anew.
      if (await hasUnlockedOrder(tx, whose, orderIds)) return undefined
      return { result: await work(tx, { customers, orderIds }) }
    })
    if (done) return done.result
  }
}
