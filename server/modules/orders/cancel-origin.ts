import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { applyChange } from './change.ts'
import { listOfOrigin } from './origin-repo.ts'

/* Cancelling what one address sent (docs/product/orders.md#orders-proven). */

export async function countOrdersOf(db: Database, id: number): Promise<number> {
  return (await listOfOrigin(db, id)).length
}

/** Cancels the orders of an order's origin, each in its own transaction. @returns how many of them were cancelled */
export async function cancelOrdersOf(db: Database, { id, by, now }: { id: number; by: Viewer; now: Date }) {
  let cancelled = 0
  for (const order of await listOfOrigin(db, id)) {
    try {
      await applyChange(db, { id: order.id, status: 'cancelled', expectedVersion: order.version, by, now })
      cancelled++
    } catch (error) {
      // Somebody has just changed it, so somebody knows it.
      if (!(error instanceof AppError && error.code === 'order_changed')) throw error
    }
  }
  return cancelled
}
