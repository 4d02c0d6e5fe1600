import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customers, orderItems, orderStatusChanges, orders, summaryShards } from '#server/db/schema/index.ts'
import { VIP_MORE_THAN } from '#shared/domain/customers/loyalty.ts'
import type { PastOrder } from './index.ts'
import {
  customerRows,
  lineRows,
  orderRow,
  type ReferencedRows,
  stepRows,
  type ValuedOrder,
  valueOrder,
} from './rows.ts'

/**
 * Writes past orders with their customers, history and totals in a few statements; through the orders area it would take
 * tens of thousands. A test writes the same orders both ways and compares the results (server/demo-history.test.ts).
 */
export async function writeHistory(tx: Tx, history: readonly PastOrder[], known: ReferencedRows): Promise<void> {
  const past = history.map((order) => valueOrder(order, known))
  const { ids: customerIds, vips } = await writeCustomers(tx, past)
  const orderIds: number[] = []
  for (const chunk of chunks(past)) {
    const rows = chunk.map((order) => orderRow(order, known, customerIds))
    const written = await tx.insert(orders).values(rows).returning({ id: orders.id })
    orderIds.push(...written.map(({ id }) => id))
  }
  for (const chunk of chunks(past.flatMap((order, i) => lineRows(order, orderIds[i] ?? 0)))) {
    await tx.insert(orderItems).values(chunk)
  }
  for (const chunk of chunks(past.flatMap((order, i) => stepRows(order, orderIds[i] ?? 0, known)))) {
    await tx.insert(orderStatusChanges).values(chunk)
  }
  await tx
    .update(summaryShards)
    .set({
      orders: sql`${summaryShards.orders} + ${past.length}`,
      total: sql`${summaryShards.total} + ${past.reduce((sum, { total }) => sum + total, 0)}`,
      customers: sql`${summaryShards.customers} + ${customerIds.size}`,
      vips: sql`${summaryShards.vips} + ${vips}`,
    })
    .where(eq(summaryShards.shard, 0))
}

async function writeCustomers(
  tx: Tx,
  past: readonly ValuedOrder[],
): Promise<{ ids: Map<string, number>; vips: number }> {
  const rows = customerRows(past)
  const written = await tx
    .insert(customers)
    .values(rows)
    .returning({ id: customers.id, phoneNumber: customers.phoneNumber })
  return {
    ids: new Map(written.map(({ id, phoneNumber }) => [phoneNumber, id])),
    vips: rows.filter(({ orderCount = 0 }) => orderCount > VIP_MORE_THAN).length,
  }
}

// A statement has at most 65,535 parameters. Rows are returned in the order in which they were inserted.
function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, i) => rows.slice(i * 1000, (i + 1) * 1000))
}
