import { type Database, inTransaction } from '#server/db/index.ts'
import { required } from '#server/platform/app-error.ts'
import type { Likeness } from '#shared/contracts/orders.ts'
import { type ChangingUser, followChange, setStatus } from './change.ts'
import { clearAddresses, idsAlike, lockAlike } from './held-repo.ts'

/** Clears the address of an order once it no longer counts (docs/product/hours.md#hours-held). */
export function forgetAddresses(db: Database, now: Date): Promise<void> {
  return clearAddresses(db, now)
}

interface Alike {
  orderId: number
  by: Likeness
}

/** Counts the orders with the same origin. @throws AppError `not_found` */
export async function countAlike(db: Database, { orderId, by }: Alike): Promise<number> {
  return required(await idsAlike(db, orderId, by)).length
}

/**
 * Cancels the guests' orders that hold a place and have the same origin as an order, as if each were cancelled by hand:
 * in one transaction each, which takes its locks in order. If one fails, those before it stay cancelled, and another
 * call continues.
 * @returns the number of cancelled orders
 * @throws AppError `not_found`
 */
export async function cancelAllAlike(
  db: Database,
  { orderId, by }: Alike,
  context: { by: ChangingUser; now: Date },
): Promise<number> {
  let cancelled = 0
  for (const id of required(await idsAlike(db, orderId, by))) {
    cancelled += await inTransaction(db, async (tx) => {
      const order = await lockAlike(tx, id)
      if (!order) return 0
      const cancelled = await setStatus(tx, order, 'cancelled', context)
      await followChange(tx, order, cancelled, context.now)
      return 1
    })
  }
  return cancelled
}
