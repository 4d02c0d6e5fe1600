import { eq, sql } from 'drizzle-orm'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import type { Reader, Tx } from '../index.ts'
import { menuCategories, menuItems, orders, promotions, settings, tables, users } from '../schema/index.ts'
import { sampleHistory } from './history/index.ts'
import { writeHistory } from './history/write.ts'
import { sampleMenu } from './menu/index.ts'
import type { SamplePictures } from './pictures.ts'
import { samplePromotions } from './promotions.ts'
import { restaurant, tableSeats } from './restaurant.ts'

export { sampleEvents } from './events.ts'
export { sampleMenu } from './menu/index.ts'
export { sampleOrders } from './orders.ts'
export { drawPictures } from './pictures.ts'

/** Whether the database has no dishes, tables and orders, so that the sample cannot mix with other data. */
export async function isEmpty(db: Reader): Promise<boolean> {
  const [found] = await db
    .select({
      any: sql<boolean>`exists (select from ${menuItems}) or exists (select from ${tables}) or exists (select from ${orders})`,
    })
    .from(settings)
  return found?.any === false
}

export interface SampleParts {
  pictures: SamplePictures
  /** The restaurant's time zone, for its days and hours. */
  timeZone: string
  now: Date
}

/**
 * Fills an empty database with the sample restaurant: menu (replacing the default categories), stations, tables, name,
 * promotions, and five weeks of orders with their customers.
 * @returns ids of the dishes by Romanian name and of the tables by number; undefined if the database is not empty. Of
 *   two concurrent calls, the second waits for the first.
 */
export async function loadSample(
  tx: Tx,
  { pictures, timeZone, now }: SampleParts,
): Promise<{ dishIds: Map<string, number>; tableIds: Map<number, number> } | undefined> {
  // A second start waits until this one has loaded everything, which takes long on a slow machine.
  await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`)
  await tx.select().from(settings).for('update')
  if (!(await isEmpty(tx))) return undefined
  await tx.update(settings).set(restaurant)
  const dishes = await writeMenu(tx, pictures, now)
  const tableIds = await writeTables(tx, now)
  await writePromotions(tx, pictures, localTime(now, timeZone).day, now)
  await writeHistory(tx, sampleHistory(now, timeZone), { dishes, tableIds, ...(await readOwnerAndCurrency(tx)) })
  return { dishIds: new Map([...dishes].map(([nameRo, { id }]) => [nameRo, id])), tableIds }
}

async function writeMenu(tx: Tx, pictures: SamplePictures, now: Date) {
  await tx.delete(menuCategories)
  const categories = sampleMenu.map(({ name, nameRo, stationId }, i) => ({ name, nameRo, stationId, position: i + 1 }))
  const written = await tx.insert(menuCategories).values(categories).returning({ id: menuCategories.id })
  const rows = sampleMenu.flatMap(({ dishes }, i) =>
    dishes.map(({ artwork, nutritionalValues, ...dish }, place) => ({
      ...dish,
      allergensChecked: true,
      position: place + 1,
      nutritionalValues: nutritionalValues && { saturates: null, sugars: null, salt: null, ...nutritionalValues },
      imageUrl: pictures.get(dish.nameRo) ?? '',
      categoryId: written[i]?.id ?? 0,
      createdAt: now,
      updatedAt: now,
    })),
  )
  const { id, name, nameRo, price } = menuItems
  const dishes = await tx.insert(menuItems).values(rows).returning({ id, name, nameRo, price })
  return new Map(dishes.map((dish) => [dish.nameRo, dish]))
}

async function writeTables(tx: Tx, now: Date): Promise<Map<number, number>> {
  const seats = tableSeats.map(([number, capacity]) => ({ number, capacity, createdAt: now, updatedAt: now }))
  const written = await tx.insert(tables).values(seats).returning({ id: tables.id, number: tables.number })
  return new Map(written.map(({ id, number }) => [number, id]))
}

async function writePromotions(tx: Tx, pictures: SamplePictures, today: string, now: Date): Promise<void> {
  await tx.insert(promotions).values(
    samplePromotions.map(({ icon, firstDay, lastDay, hours, ...words }, i) => ({
      ...words,
      imageUrl: pictures.get(words.titleRo) ?? '',
      startDate: addDays(today, firstDay),
      endDate: addDays(today, lastDay),
      startHour: hours?.start ?? null,
      endHour: hours?.end ?? null,
      order: i + 1,
      createdAt: now,
      updatedAt: now,
    })),
  )
}

async function readOwnerAndCurrency(tx: Tx) {
  const [owner] = await tx
    .select({ userId: users.id, username: users.username })
    .from(users)
    .where(eq(users.isOwner, true))
    .limit(1)
  const [row] = await tx.select({ currency: settings.currency }).from(settings)
  return { statusChangedBy: owner ?? null, currency: row?.currency ?? 'lei' }
}
