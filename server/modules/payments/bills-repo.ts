import { and, asc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orderItems, orders, tables } from '#server/db/schema/index.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/**
 * Reads a table with its open orders and their lines, in one statement: an order that is placed or changed meanwhile is
 * read whole, or as it was before.
 * The lines are those with a remaining quantity, in the sequence in which they were ordered.
 * @param maxOrders the most orders to read
 * @param since only orders placed since then
 * @returns undefined for an unknown table
 */
export async function readBilled(db: Reader, tableId: number, maxOrders: number, since?: Date) {
  const isOpen = and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES]))
  const open = db
    .select({ id: orders.id, currency: orders.currency, paid: orders.paid, total: orders.total })
    .from(orders)
    .where(and(isOpen, since && gte(orders.createdAt, since)))
    .orderBy(asc(orders.id))
    .limit(maxOrders)
    .as('open')
  const { id, menuItemId, quantity, name, nameRo, price, listPrice, rule, notes, guestName, options, partOf } =
    orderItems
  const rows = await db
    .select({
      table: { number: tables.number, label: tables.label },
      order: { id: open.id, currency: open.currency, paid: open.paid, total: open.total },
      line: { id, menuItemId, quantity, name, nameRo, price, listPrice, rule, notes, guestName, options, partOf },
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
