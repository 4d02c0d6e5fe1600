import { and, asc, eq, exists, gt, inArray, notExists, notInArray, sql } from 'drizzle-orm'
import { changedBy, firstOf, hasRow, locking, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import {
  LAST_POSITION,
  menuCategories,
  menuItems,
  orderItems,
  orders,
  sharedCartItems,
  sharedSessions,
  tables,
} from '#server/db/schema/index.ts'
import { renumber } from '#server/platform/list-position.ts'
import type { SoldOutResponse } from '#shared/contracts/menu/menu-editing.ts'
import type { Station } from '#shared/domain/kitchen.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/* Writes of categories. The caller locks the menu first. */

export type CategoryRow = typeof menuCategories.$inferSelect
export const CATEGORY_ROWS = { table: menuCategories, id: menuCategories.id, position: menuCategories.position }

export function categoryById(tx: Tx, id: number): Promise<CategoryRow | undefined> {
  return firstOf(tx.select().from(menuCategories).where(eq(menuCategories.id, id)))
}

export function categoriesInOrder(tx: Tx): Promise<CategoryRow[]> {
  return tx.select().from(menuCategories).orderBy(asc(menuCategories.position), asc(menuCategories.id))
}

export type NewCategory = Pick<CategoryRow, 'name' | 'nameRo'> & {
  [Field in 'isActive' | 'stationId' | 'vatRate' | 'servedHours']?: CategoryRow[Field] | undefined
}

export async function insertCategory(tx: Tx, category: NewCategory): Promise<CategoryRow> {
  const position = (await tx.$count(menuCategories)) + 1
  const values = { ...category, position }
  return onlyOf(tx.insert(menuCategories).values(values).returning())
}

type CategoryChange = Pick<CategoryRow, 'name' | 'nameRo' | 'isActive' | 'stationId' | 'vatRate' | 'servedHours'>

/** Changes a category. @param change undefined fields stay */
export async function updateCategory(
  tx: Tx,
  id: number,
  change: { [Field in keyof CategoryChange]?: CategoryChange[Field] | undefined },
): Promise<void> {
  await tx.update(menuCategories).set(change).where(eq(menuCategories.id, id))
}

/** Raises the versions of a category's dishes, because the view of a dish contains the names of its category. */
export async function raiseVersionsOf(tx: Tx, categoryId: number, now: Date): Promise<void> {
  const version = sql`${menuItems.version} + 1`
  await tx.update(menuItems).set({ version, updatedAt: now }).where(eq(menuItems.categoryId, categoryId))
}

export function hasDishes(tx: Tx, categoryId: number): Promise<boolean> {
  return hasRow(tx, menuItems, eq(menuItems.categoryId, categoryId))
}

/** Deletes a category without dishes; the categories behind it move up. */
export async function dropCategory(tx: Tx, id: number): Promise<void> {
  await tx.delete(menuCategories).where(eq(menuCategories.id, id))
  await renumber(tx, CATEGORY_ROWS)
}

/** Deletes all categories without dishes, and closes the gaps. @returns the number of deleted ones */
export async function dropEmptyCategories(tx: Tx): Promise<number> {
  const dishes = tx.select().from(menuItems).where(eq(menuItems.categoryId, menuCategories.id))
  const dropped = await changedBy(tx.delete(menuCategories).where(notExists(dishes)))
  await renumber(tx, CATEGORY_ROWS)
  return dropped
}

/* Writes of dishes. The caller locks the menu first. */

type Values = typeof menuItems.$inferInsert
export type DishValues = Omit<
  Values,
  'id' | 'soldOutUntil' | 'portionsUntil' | 'position' | 'version' | 'createdAt' | 'updatedAt'
>

/** Appends a dish to its category. @returns the id of the new dish */
export async function insertDish(tx: Tx, values: DishValues, now: Date): Promise<number> {
  const dish = { ...values, createdAt: now, updatedAt: now }
  const { id } = await onlyOf(tx.insert(menuItems).values(dish).returning({ id: menuItems.id }))
  await renumber(tx, DISH_ROWS)
  return id
}

/** Changes a dish and raises its version. In another category, it becomes the last one. */
export async function updateDish(tx: Tx, id: number, change: Partial<DishValues>, now: Date): Promise<void> {
  const version = sql`${menuItems.version} + 1`
  const position = change.categoryId === undefined ? undefined : LAST_POSITION
  const changed = { ...change, position, version, updatedAt: now }
  await tx.update(menuItems).set(changed).where(eq(menuItems.id, id))
  if (position !== undefined) await renumber(tx, DISH_ROWS)
}

const { id, position, categoryId } = menuItems
/** The dishes, which are a list in each category. */
export const DISH_ROWS = { table: menuItems, id, position, by: categoryId }

/** Sets until when a dish is sold out. The version stays, because no field that owners edit has changed. */
export async function writeSoldOut(tx: Tx, id: number, soldOutUntil: Date | null): Promise<void> {
  await tx.update(menuItems).set({ soldOutUntil }).where(eq(menuItems.id, id))
}

/** Detaches order lines from dishes. @returns the number of lines; fewer than `limit` if these were the last ones */
export async function detachOrderLines(tx: Tx, dishIds: readonly number[], limit: number): Promise<number> {
  const ofDishes = inArray(orderItems.menuItemId, [...dishIds])
  const lines = tx.select({ id: orderItems.id }).from(orderItems).where(ofDishes).limit(limit)
  return changedBy(tx.update(orderItems).set({ menuItemId: null }).where(inArray(orderItems.id, lines)))
}

/**
 * Deletes dishes and removes them from shared carts. Sessions are locked first, as everywhere: a guest who adds such a
 * dish has locked the session and waits for the dish.
 */
export async function deleteDishes(tx: Tx, ids: readonly number[]): Promise<number> {
  const { sessionId, menuItemId } = sharedCartItems
  const withDishes = tx
    .select({ sessionId })
    .from(sharedCartItems)
    .where(inArray(menuItemId, [...ids]))
  const { id, status } = sharedSessions
  const isActive = and(inArray(id, withDishes), eq(status, 'active'))
  await locking(tx, sharedSessions).select({ id }).from(sharedSessions).where(isActive).orderBy(asc(id)).for('update')
  const { rowCount } = await tx.delete(menuItems).where(inArray(menuItems.id, [...ids]))
  await renumber(tx, DISH_ROWS)
  return rowCount ?? 0
}

/** Reads the open orders (oldest first) and the active shared sessions (by table number) that contain a dish. */
export async function readHolders(db: Reader, dishId: number, now: Date): Promise<SoldOutResponse['heldBy']> {
  const isLine = and(eq(orderItems.orderId, orders.id), eq(orderItems.menuItemId, dishId), gt(orderItems.quantity, 0))
  const lines = db.select().from(orderItems).where(isLine)
  const isInCart = and(eq(sharedCartItems.sessionId, sharedSessions.id), eq(sharedCartItems.menuItemId, dishId))
  const cartLines = db.select().from(sharedCartItems).where(isInCart)
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

/** Moves categories of removed stations to the first one; retried after a conflict with a move of categories. */
export async function moveCategoriesToFirst(tx: Tx, stations: readonly Station[]): Promise<void> {
  const [first] = stations
  if (!first) return
  const ids = stations.map(({ id }) => id)
  await tx.update(menuCategories).set({ stationId: first.id }).where(notInArray(menuCategories.stationId, ids))
}
