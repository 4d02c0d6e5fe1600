import { count } from 'drizzle-orm'
import { type Database, inTransaction } from '../index.ts'
import { menuCategories, menuItems, settings, tables } from '../schema/index.ts'
import { sampleMenu } from './menu/index.ts'
import { restaurant, tableSeats } from './restaurant.ts'

export { sampleOrders } from './orders.ts'

/**
 * Fills an empty database with the sample restaurant: its menu in place of the default categories, its tables, its name.
 * @returns the ids of the dishes by Romanian name and those of the tables by number; nothing when there is a menu already
 */
export function loadSample(
  db: Database,
  now: Date,
): Promise<{ dishIds: Map<string, number>; tableIds: Map<number, number> } | undefined> {
  return inTransaction(db, async (tx) => {
    const [present] = await tx.select({ dishes: count() }).from(menuItems)
    if (present?.dishes) return undefined
    await tx.delete(menuCategories)
    await tx.update(settings).set(restaurant)
    const written = await tx
      .insert(menuCategories)
      .values(sampleMenu.map(({ name, nameRo }, position) => ({ name, nameRo, position })))
      .returning({ id: menuCategories.id, position: menuCategories.position })
    const idAt = new Map(written.map(({ id, position }) => [position, id]))
    await tx
      .insert(menuItems)
      .values(
        sampleMenu.flatMap(({ dishes }, position) =>
          dishes.map((dish) => ({ ...dish, categoryId: idAt.get(position) ?? 0, createdAt: now, updatedAt: now })),
        ),
      )
    const seats = tableSeats.map(([number, capacity]) => ({ number, capacity, createdAt: now, updatedAt: now }))
    const tableRows = await tx.insert(tables).values(seats).returning({ id: tables.id, number: tables.number })
    const dishes = await tx.select({ id: menuItems.id, nameRo: menuItems.nameRo }).from(menuItems)
    return {
      dishIds: new Map(dishes.map(({ id, nameRo }) => [nameRo, id])),
      tableIds: new Map(tableRows.map(({ id, number }) => [number, id])),
    }
  })
}
