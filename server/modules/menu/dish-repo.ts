import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { menuItems, orderItems, sharedCartItems, sharedSessions } from '#server/db/schema/index.ts'

/*
 * Writes of dishes. The caller locks the menu first (`lockMenu`).
 */

type Values = typeof menuItems.$inferInsert
export type DishValues = Omit<Values, 'id' | 'soldOutUntil' | 'version' | 'createdAt' | 'updatedAt'>

/** @returns the id of the new dish */
export async function insertDish(tx: Tx, values: DishValues, now: Date): Promise<number> {
  const stamps = { createdAt: now, updatedAt: now }
  const [row] = await tx
    .insert(menuItems)
    .values({ ...values, ...stamps })
    .returning({ id: menuItems.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

/** Changes a dish and raises its version. */
export async function updateDish(tx: Tx, id: number, change: Partial<DishValues>, now: Date): Promise<void> {
  const version = sql`${menuItems.version} + 1`
  await tx
    .update(menuItems)
    .set({ ...change, version, updatedAt: now })
    .where(eq(menuItems.id, id))
}

/** Sets until when a dish is sold out. The version stays, because nothing that owners edit has changed. */
export async function writeSoldOut(tx: Tx, id: number, soldOutUntil: Date | null): Promise<void> {
  await tx.update(menuItems).set({ soldOutUntil }).where(eq(menuItems.id, id))
}

/**
 * Detaches order lines from a dish that is being deleted.
 * @returns the number of lines; fewer than `limit` if these were the last ones
 */
export async function detachOrderLines(tx: Tx, dishId: number, limit: number): Promise<number> {
  const lines = tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.menuItemId, dishId)).limit(limit)
  const { rowCount } = await tx.update(orderItems).set({ menuItemId: null }).where(inArray(orderItems.id, lines))
  return rowCount ?? 0
}

/**
 * Deletes dishes and removes them from shared carts. The sessions are locked first, as everywhere: a guest who is
 * adding such a dish has locked the session and waits for the dish.
 * @returns the number of deleted dishes
 */
export async function deleteDishes(tx: Tx, ids: readonly number[]): Promise<number> {
  const sessionIds = tx
    .select({ id: sharedCartItems.sessionId })
    .from(sharedCartItems)
    .where(inArray(sharedCartItems.menuItemId, [...ids]))
  await tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .where(and(inArray(sharedSessions.id, sessionIds), eq(sharedSessions.status, 'active')))
    .orderBy(asc(sharedSessions.id))
    .for('update')
  const { rowCount } = await tx.delete(menuItems).where(inArray(menuItems.id, [...ids]))
  return rowCount ?? 0
}

const returningDish = prepared((db) =>
  db
    .select({ id: menuItems.id })
    .from(menuItems)
    .where(lte(menuItems.soldOutUntil, sql.placeholder('now')))
    .limit(1)
    .prepare('dishes_returning'),
)

/** Whether there is a dish whose `soldOutUntil` has passed. */
export async function hasReturningDish(db: Reader, now: Date): Promise<boolean> {
  const rows = await returningDish(db).execute({ now })
  return rows.length > 0
}

/** Clears every `soldOutUntil` that has passed. */
export async function clearPastSoldOut(tx: Tx, now: Date): Promise<void> {
  await tx.update(menuItems).set({ soldOutUntil: null }).where(lte(menuItems.soldOutUntil, now))
}
