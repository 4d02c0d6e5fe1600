import { and, asc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orderItems, orders, tables } from '#server/db/schema/index.ts'
import type { Bill } from '#shared/contracts/bills.ts'
import type { Currency } from '#shared/domain/money.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/** The rows that a bill is made of. */
export interface Billed {
  table: { number: number; label: string | null }
  orders: { id: number; currency: Currency; paid: number; due: number }[]
  /** The lines with a remaining quantity, in the sequence in which they were ordered. */
  lines: Bill['lines']
}

/**
 * Reads a table with its open orders and their lines, in one statement: an order that is placed or changed meanwhile is
 * read whole, or as it was before.
 * @param maxOrders the most orders to read
 * @param since only orders placed since then
 * @returns undefined for an unknown table
 */
export async function readBilled(
  db: Reader,
  tableId: number,
  maxOrders: number,
  since?: Date,
): Promise<Billed | undefined> {
  const open = db
    .select({ id: orders.id, currency: orders.currency, paid: orders.paid, total: orders.total })
    .from(orders)
    .where(
      and(
        eq(orders.tableId, tableId),
        inArray(orders.status, [...OPEN_STATUSES]),
        since && gte(orders.createdAt, since),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(maxOrders)
    .as('open')
  const { id, menuItemId, quantity, name, nameRo, price, notes, guestName, options, partOf } = orderItems
  const rows = await db
    .select({
      table: { number: tables.number, label: tables.label },
      order: {
        id: open.id,
        currency: open.currency,
        paid: open.paid,
        due: sql<number>`${open.total} - ${open.paid}`.mapWith(Number),
      },
      line: { id, menuItemId, quantity, name, nameRo, price, notes, guestName, options, partOf },
    })
    .from(tables)
    .leftJoin(open, sql`true`)
    .leftJoin(orderItems, and(eq(orderItems.orderId, open.id), gt(quantity, 0)))
    .where(eq(tables.id, tableId))
    .orderBy(asc(open.id), asc(id))
  const [first] = rows
  if (!first) return undefined
  const orderOf = new Map(rows.flatMap(({ order }) => (order ? [[order.id, order]] : [])))
  return { table: first.table, orders: [...orderOf.values()], lines: rows.flatMap(({ line }) => line ?? []) }
}
