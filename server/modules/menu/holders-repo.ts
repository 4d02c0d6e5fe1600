import { and, asc, eq, exists, gt, inArray } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orderItems, orders, sharedCartItems, sharedSessions, tables } from '#server/db/schema/index.ts'
import type { SoldOutAnswer } from '#shared/contracts/menu/menu-editing.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order-status.ts'

/** The open orders (oldest first) and the active shared sessions (by table number) that contain a dish. */
export async function readHolders(db: Reader, dishId: number, now: Date): Promise<SoldOutAnswer['heldBy']> {
  const lines = db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), eq(orderItems.menuItemId, dishId), gt(orderItems.quantity, 0)))
  const cartLines = db
    .select()
    .from(sharedCartItems)
    .where(and(eq(sharedCartItems.sessionId, sharedSessions.id), eq(sharedCartItems.menuItemId, dishId)))
  const isActive = and(eq(sharedSessions.status, 'active'), gt(sharedSessions.expiresAt, now))
  const [heldOrders, sessions] = await Promise.all([
    db
      .select({ id: orders.id, tableNumber: orders.tableNumber })
      .from(orders)
      .where(and(inArray(orders.status, [...OPEN_STATUSES]), exists(lines)))
      .orderBy(asc(orders.id)),
    db
      .select({ tableNumber: tables.number })
      .from(sharedSessions)
      .innerJoin(tables, eq(tables.id, sharedSessions.tableId))
      .where(and(isActive, exists(cartLines)))
      .orderBy(asc(tables.number)),
  ])
  return { orders: heldOrders, sessions }
}
