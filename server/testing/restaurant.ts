import type { Database } from '../db/index.ts'
import { menuCategories, menuItems, tables } from '../db/schema/index.ts'
import { registerUser, SERVER, startSession } from '../modules/accounts/index.ts'

/** What the tests' database contains at first. */
export interface TestRestaurant {
  /** The cookie of a signed-in owner. */
  owner: string
  soup: number
  pizza: number
  soldOut: number
  /** The id of the table with number 5, which differs from its number. */
  table: number
}

/** Adds two orderable dishes, one hidden dish, two tables and the owner `boss`. */
export async function fillRestaurant(db: Database): Promise<TestRestaurant> {
  const at = new Date()
  const [category] = await db
    .insert(menuCategories)
    .values({ name: 'Test soups', nameRo: 'Supe de probă', position: 24 })
    .returning()
  const stamps = { categoryId: category?.id ?? 0, createdAt: at, updatedAt: at }
  const dishes = await db
    .insert(menuItems)
    .values([
      { ...stamps, name: 'Bean soup', nameRo: 'Ciorbă de fasole', price: 2850, position: 1 },
      { ...stamps, name: 'Pizza', nameRo: '', price: 4200, position: 2 },
      { ...stamps, name: 'Trout', nameRo: 'Păstrăv', price: 4900, isActive: false, position: 3 },
    ])
    .returning({ id: menuItems.id })
  const rows = await db
    .insert(tables)
    .values([
      { number: 9, capacity: 2, createdAt: at, updatedAt: at },
      { number: 5, capacity: 4, createdAt: at, updatedAt: at },
    ])
    .returning({ id: tables.id })
  const user = await registerUser(
    db,
    { username: 'boss', password: 'secret-boss', isOwner: true, by: 'environment', actor: SERVER },
    at,
  )
  const [soup = 0, pizza = 0, soldOut = 0] = dishes.map(({ id }) => id)
  const owner = `masa_session=${await startSession(db, user.id, at)}`
  return { soup, pizza, soldOut, table: rows[1]?.id ?? 0, owner }
}
