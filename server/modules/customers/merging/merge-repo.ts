import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, orders } from '#server/db/schema/index.ts'

/** Assigns all orders of a customer to another one. Names and numbers in the orders do not change. */
export async function reassignOrders(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(orders).set({ customerId: intoId }).where(eq(orders.customerId, id))
}

/** Points customers that were merged into this one to another one, so that there are no chains. */
export async function redirectNumbers(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(customers).set({ mergedInto: intoId }).where(eq(customers.mergedInto, id))
}

/** Clears a merged customer except for the phone number, which from now on belongs to another customer. */
export async function convertToRedirect(tx: Tx, id: number, intoId: number, now: Date): Promise<void> {
  await tx
    .update(customers)
    .set({
      mergedInto: intoId,
      name: '',
      email: null,
      searchText: sql`' ' || ${customers.phoneNumber} || ' '`,
      notes: null,
      tags: [],
      preferences: {},
      orderCount: 0,
      totalSpent: 0,
      firstOrder: null,
      lastOrder: null,
      updatedAt: now,
    })
    .where(eq(customers.id, id))
}
