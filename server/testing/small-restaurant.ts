import { connect } from '../db/index.ts'
import { menuCategories, menuItems, settings, tables } from '../db/schema/index.ts'

export interface SmallRestaurant {
  dishes: { id: number; name: string; nameRo: string; price: number }[]
  tables: number[]
}

/** Fills an empty, migrated database with a small restaurant: orderable dishes, tables, an owner's phone for messages. */
export async function seedSmallRestaurant(url: string): Promise<SmallRestaurant> {
  const connection = connect(() => url, { requests: 1, reports: 1 })
  const { db } = connection
  try {
    await db.update(settings).set({ ownerPhoneNumber: '40712000111' })
    const stamps = { createdAt: new Date(), updatedAt: new Date() }
    const [category] = await db.insert(menuCategories).values({ name: 'Storm', position: 100 }).returning()
    const dishes = await db
      .insert(menuItems)
      .values(
        [900, 1250, 1800, 2850, 4200, 6700].map((price) => ({
          ...stamps,
          categoryId: category?.id ?? 0,
          name: `Dish ${price}`,
          price,
        })),
      )
      .returning({ id: menuItems.id, name: menuItems.name, nameRo: menuItems.nameRo, price: menuItems.price })
    const seats = await db
      .insert(tables)
      .values([11, 12, 13, 14].map((number) => ({ ...stamps, number, capacity: 4 })))
      .returning({ id: tables.id })
    return { dishes, tables: seats.map(({ id }) => id) }
  } finally {
    await connection.close()
  }
}
