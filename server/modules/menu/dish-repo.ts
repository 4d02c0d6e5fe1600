import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { menuItems, orderItems, sharedCartItems, sharedSessions } from '#server/db/schema/index.ts'

/*
 * What is written of dishes, while the menu is locked (`lockMenu`).
 */

type Values = typeof menuItems.$inferInsert
export type DishValues = Omit<Values, 'id' | 'soldOutUntil' | 'version' | 'createdAt' | 'updatedAt'>

/** @returns its id */
export async function insertDish(tx: Tx, values: DishValues, now: Date): Promise<number> {
  const stamps = { createdAt: now, updatedAt: now }
  const [row] = await tx
    .insert(menuItems)
    .values({ ...values, ...stamps })
    .returning({ id: menuItems.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

/** Changes a dish: its next version. */
export async function updateDish(tx: Tx, id: number, change: Partial<DishValues>, now: Date): Promise<void> {
  const version = sql`${menuItems.version} + 1`
  await tx
    .update(menuItems)
    .set({ ...change, version, updatedAt: now })
    .where(eq(menuItems.id, id))
}

/** Sets until when a dish is sold out: no new version, since nothing of what people edit has changed. */
export async function writeSoldOut(tx: Tx, id: number, soldOutUntil: Date | null): Promise<void> {
  await tx.update(menuItems).set({ soldOutUntil }).where(eq(menuItems.id, id))
}

/**
 * Makes lines of orders forget a dish, as they do when it is deleted.
 * @returns how many: fewer than `most` are the last
 */
export async function forgetInLines(tx: Tx, dishId: number, most: number): Promise<number> {
  const some = tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.menuItemId, dishId)).limit(most)
  const { rowCount } = await tx.update(orderItems).set({ menuItemId: null }).where(inArray(orderItems.id, some))
  return rowCount ?? 0
}

/**
 * Deletes dishes, and takes them out of the shared carts. Sessions are locked first, as everywhere: a guest who is
 * adding such a dish holds the session and waits for the dish.
 * @returns how many there were
 */
export async function deleteDishes(tx: Tx, ids: readonly number[]): Promise<number> {
  const holding = tx
    .select({ id: sharedCartItems.sessionId })
    .from(sharedCartItems)
    .where(inArray(sharedCartItems.menuItemId, [...ids]))
  await tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .where(and(inArray(sharedSessions.id, holding), eq(sharedSessions.status, 'active')))
    .orderBy(asc(sharedSessions.id))
    .for('update')
  const { rowCount } = await tx.delete(menuItems).where(inArray(menuItems.id, [...ids]))
  return rowCount ?? 0
}

const returning = prepared((db) =>
  db
    .select({ id: menuItems.id })
    .from(menuItems)
    .where(lte(menuItems.soldOutUntil, sql.placeholder('now')))
    .limit(1)
    .prepare('dishes_returning'),
)

/** Whether a dish was sold out until a moment that has passed. */
export async function hasReturningDish(db: Reader, now: Date): Promise<boolean> {
  const rows = await returning(db).execute({ now })
  return rows.length > 0
}

/** Empties the moments that have passed. */
export async function emptyPassedMoments(tx: Tx, now: Date): Promise<void> {
  await tx.update(menuItems).set({ soldOutUntil: null }).where(lte(menuItems.soldOutUntil, now))
}
