import { eq, sql } from 'drizzle-orm'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import type { DayHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import type { Reader, Tx } from '../index.ts'
import { menuCategories, menuItems, orders, promotions, settings, tables, users } from '../schema/index.ts'
import { sampleHistory, writeHistory } from './history.ts'
import { sampleMenu, sampleOptions, writeSampleOptions } from './menu.ts'
import { sampleRestaurant } from './restaurant.ts'

export { writeSamplePayments } from './history.ts'
export { sampleMenu, storeSamplePictures } from './menu.ts'
export { type SampleEvent, type SampleOrder, sampleRestaurant } from './restaurant.ts'

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
  /** The restaurant's time zone, for its days and hours. */
  timeZone: string
  now: Date
}

/** The rows written, to which other sample data refers. */
export interface LoadedSample {
  /** By Romanian name. */
  dishIds: Map<string, number>
  /** By number. */
  tableIds: Map<number, number>
  /** Null if the database has no owner. */
  owner: { userId: number; username: string } | null
}

/** @returns undefined if the database is not empty. Of two concurrent calls, the second waits for the first. */
export async function loadSample(tx: Tx, { timeZone, now }: SampleParts): Promise<LoadedSample | undefined> {
  // A second start waits until this one has loaded everything, which takes long on a slow machine.
  await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`)
  await tx.select().from(settings).for('update')
  if (!(await isEmpty(tx))) return undefined
  await tx.update(settings).set(sampleRestaurant().restaurant)
  const dishes = await writeMenu(tx, now)
  const tableIds = await writeTables(tx, now)
  await writePromotions(tx, localTime(now, timeZone).day, now)
  const known = await readOwnerAndCurrency(tx)
  await writeHistory(tx, sampleHistory(now, timeZone), { dishes, tableIds, ...known })
  const dishIds = new Map([...dishes].map(([nameRo, { id }]) => [nameRo, id]))
  return { dishIds, tableIds, owner: known.statusChangedBy }
}

/** Gives the demo its opening hours, pickup times and payments, and some categories their served hours. */
export async function writeDemoSettings(tx: Tx): Promise<void> {
  const { opening, servedByCategory } = sampleRestaurant()
  const everyDay = (hours: DayHours) => WEEKDAYS.map((day) => ({ day, ...hours }))
  const pickup = { ...DEFAULT_PICKUP, on: true, ordersPerSlot: 4 }
  await tx.update(settings).set({ openingHours: { weekly: everyDay(opening), exceptions: [] }, pickup, payments: true })
  for (const [name, hours] of Object.entries(servedByCategory))
    await tx
      .update(menuCategories)
      .set({ servedHours: everyDay(hours) })
      .where(eq(menuCategories.name, name))
}

/** The set menus come before the main courses. */
const SET_MENUS_POSITION = 5
const placed = (index: number) => index + (index + 1 < SET_MENUS_POSITION ? 1 : 2)

async function writeMenu(tx: Tx, now: Date) {
  const stationOf = (category: string) => sampleRestaurant().stationsByCategory[category]
  await tx.delete(menuCategories)
  const { category, categoryRo } = sampleOptions().setMenus
  const categories = [...Map.groupBy(sampleMenu(), (dish) => dish.category).values()]
  const written = await tx
    .insert(menuCategories)
    .values(
      categories
        .flatMap(([dish], i) =>
          dish
            ? [
                {
                  name: dish.category,
                  nameRo: dish.categoryRo,
                  stationId: stationOf(dish.category),
                  position: placed(i),
                },
              ]
            : [],
        )
        .concat({ name: category, nameRo: categoryRo, stationId: undefined, position: SET_MENUS_POSITION }),
    )
    .returning({ id: menuCategories.id })
  const rows = categories.flatMap((dishes, i) =>
    dishes.map(({ category: _, categoryRo: __, ...dish }, place) => ({
      ...dish,
      position: place + 1,
      categoryId: written[i]?.id ?? 0,
      createdAt: now,
      updatedAt: now,
    })),
  )
  const { id, name, nameRo, price } = menuItems
  const dishes = await tx.insert(menuItems).values(rows).returning({ id, name, nameRo, price })
  const categoryOf = new Map(sampleMenu().map((dish) => [dish.nameRo, dish.category]))
  const named = dishes.map((dish) => ({ ...dish, category: categoryOf.get(dish.nameRo) ?? '' }))
  const setMenus = await writeSampleOptions(tx, named, { categoryId: written.at(-1)?.id ?? 0, now })
  return new Map([...dishes, ...setMenus].map((dish) => [dish.nameRo, dish]))
}

async function writeTables(tx: Tx, now: Date): Promise<Map<number, number>> {
  const seats = sampleRestaurant().tables.map(([number, capacity]) => ({
    number,
    capacity,
    createdAt: now,
    updatedAt: now,
  }))
  const written = await tx.insert(tables).values(seats).returning({ id: tables.id, number: tables.number })
  return new Map(written.map(({ id, number }) => [number, id]))
}

async function writePromotions(tx: Tx, today: string, now: Date): Promise<void> {
  await tx.insert(promotions).values(
    sampleRestaurant().promotions.map(({ firstDay, lastDay, hours, ...shown }, i) => ({
      ...shown,
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
