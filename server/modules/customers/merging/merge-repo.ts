import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, orders } from '#server/db/schema/index.ts'

/** Makes all orders of a customer those of another one. Names and numbers in them stay as they were. */
export async function giveOrders(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(orders).set({ customerId: intoId }).where(eq(orders.customerId, id))
}

/** Leads to another customer what has led to this one, so that no number is led twice. */
export async function leadNumbers(tx: Tx, id: number, intoId: number): Promise<void> {
  await tx.update(customers).set({ mergedInto: intoId }).where(eq(customers.mergedInto, id))
}

/** Leaves of a merged customer the number, and whom it leads to. */
export async function emptyMerged(tx: Tx, id: number, intoId: number, now: Date): Promise<void> {
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
