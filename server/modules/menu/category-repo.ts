import { asc, eq, notExists, sql } from 'drizzle-orm'
import { changedBy, firstOf, hasRow, onlyOf, type Tx } from '#server/db/index.ts'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'

/* Writes of categories. The caller locks the menu first (`lockMenu`). */

export type CategoryRow = typeof menuCategories.$inferSelect

export function categoryById(tx: Tx, id: number): Promise<CategoryRow | undefined> {
  return firstOf(tx.select().from(menuCategories).where(eq(menuCategories.id, id)))
}

export function categoriesInOrder(tx: Tx): Promise<CategoryRow[]> {
  return tx.select().from(menuCategories).orderBy(asc(menuCategories.position), asc(menuCategories.id))
}

export async function countCategories(tx: Tx): Promise<number> {
  return tx.$count(menuCategories)
}

export type NewCategory = Pick<CategoryRow, 'name' | 'nameRo'> & {
  [Field in 'stationId' | 'vatRate' | 'servedHours']?: CategoryRow[Field] | undefined
}

export async function insertCategory(
  tx: Tx,
  { name, nameRo, stationId = null, vatRate = null, servedHours = null }: NewCategory,
): Promise<CategoryRow> {
  const position = (await countCategories(tx)) + 1
  return onlyOf(
    tx.insert(menuCategories).values({ name, nameRo, stationId, vatRate, servedHours, position }).returning(),
  )
}

type CategoryChange = Pick<CategoryRow, 'name' | 'nameRo' | 'isActive' | 'stationId' | 'vatRate' | 'servedHours'>

/** @param change undefined fields stay */
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

/** Moves a category to a position; the categories between move by one. */
export async function setCategoryPosition(tx: Tx, { id, position }: CategoryRow, to: number): Promise<void> {
  const shift = to > position ? -1 : 1
  const [first, last] = [Math.min(position, to), Math.max(position, to)]
  await tx
    .update(menuCategories)
    .set({
      position: sql`case when ${menuCategories.id} = ${id} then ${to} else ${menuCategories.position} + ${shift} end`,
    })
    .where(sql`${menuCategories.position} between ${first} and ${last}`)
}

export function hasDishes(tx: Tx, categoryId: number): Promise<boolean> {
  return hasRow(tx, menuItems, eq(menuItems.categoryId, categoryId))
}

/** Deletes a category without dishes; the categories behind it move up. */
export async function dropCategory(tx: Tx, id: number): Promise<void> {
  await tx.delete(menuCategories).where(eq(menuCategories.id, id))
  await numberCategories(tx)
}

/** Deletes all categories without dishes; the others close up. @returns how many were deleted */
export async function dropEmptyCategories(tx: Tx): Promise<number> {
  const dishes = tx.select().from(menuItems).where(eq(menuItems.categoryId, menuCategories.id))
  const dropped = await changedBy(tx.delete(menuCategories).where(notExists(dishes)))
  await numberCategories(tx)
  return dropped
}

async function numberCategories(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update ${menuCategories} set position = ranked.place
    from (select id, row_number() over (order by position, id) as place from ${menuCategories}) as ranked
    where ranked.id = ${menuCategories.id} and ranked.place <> ${menuCategories.position}`)
}
