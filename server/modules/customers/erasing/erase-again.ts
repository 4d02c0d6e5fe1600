import type { Tx } from '#server/db/index.ts'
import { eraseEventsAgain } from '#server/modules/catering/index.ts'
import { eraseOrders, removeCustomer } from './erase.ts'
import { deleteMergedCustomer, listErasedCustomers, listOrdersToEraseAgain } from './erase-again-repo.ts'

const BATCH_SIZE = 2_000

/**
 * Erases all rows whose keys are in `erasures` but whose data is there: they were erased after the backup that was
 * restored (docs/product/backups.md#backups-erased).
 * @returns how many orders, events and customers
 */
export async function eraseAgain(tx: Tx, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const ids = await listOrdersToEraseAgain(tx, BATCH_SIZE)
    if (ids.length === 0) break
    await eraseOrders(tx, ids, now)
    erased += ids.length
  }
  erased += await eraseEventsAgain(tx, now)
  // A customer that others were merged into takes them with it, so what is left is read anew.
  for (;;) {
    const [customer] = await listErasedCustomers(tx, 1)
    if (!customer) return erased
    if (customer.mergedInto === null) await removeCustomer(tx, customer)
    else await deleteMergedCustomer(tx, customer.id)
    erased += 1
  }
}
