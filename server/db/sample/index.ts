import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { BUSINESS_DAY_START, nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { type DayHours, hoursAt } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { hasRow, locking, onlyOf, type Reader, type Tx } from '../index.ts'
import {
  menuCategories,
  menuItems,
  orders,
  promotions,
  reservations,
  settings,
  tables,
  users,
} from '../schema/index.ts'
import { sampleHistory, writeHistory } from './history.ts'
import { sampleMenu, sampleOptions, writeSampleOptions } from './menu.ts'
import { sampleRestaurant } from './restaurant.ts'

export { writeSamplePayments } from './history.ts'
export { sampleMenu, storeSamplePictures } from './menu.ts'
export { type SampleEvent, type SampleOrder, sampleRestaurant } from './restaurant.ts'

/** Whether the database has no dishes, tables and orders, so that the sample cannot mix with other data. */
export async function isEmpty(db: Reader): Promise<boolean> {
  for (const table of [menuItems, tables, orders]) if (await hasRow(db, table)) return false
  return true
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
export async function loadSample(tx: Tx, { timeZone, now }: { timeZone: string; now: Date }) {
  // A second start waits until this one has loaded everything, which takes long on a slow machine.
  await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`)
  await locking(tx, settings).select().from(settings).for('update')
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

const everyDay = (hours: DayHours) => WEEKDAYS.map((day) => ({ day, ...hours }))

/** Gives the demo its opening hours, pickup times, reservations and payments, and some categories their served hours. */
export async function writeDemoSettings(tx: Tx): Promise<void> {
  const { opening, servedByCategory } = sampleRestaurant()
  const pickup = { ...DEFAULT_PICKUP, on: true, ordersPerSlot: 4 }
  const reserving = { ...DEFAULT_RESERVATIONS, on: true, online: true, maxParty: 10, asksFrom: 9 }
  const openingHours = { weekly: everyDay(opening), exceptions: [] }
  await tx.update(settings).set({ openingHours, pickup, payments: true, reservations: reserving })
  for (const [name, hours] of Object.entries(servedByCategory))
    await tx
      .update(menuCategories)
      .set({ servedHours: everyDay(hours) })
      .where(eq(menuCategories.name, name))
}

const [HALF_HOUR_MS, HOUR_MS] = [30 * 60_000, 60 * 60_000]
/** After it, the sample restaurant is about to close. */
const LATE = '23:30'

/**
 * At night, an exception of the evening keeps the sample restaurant open for one or two hours more, again and again: too
 * short for times that guests could reserve. Without effect once an owner has changed the week or that date.
 */
export async function openAtNight(tx: Tx, { timeZone, now }: { timeZone: string; now: Date }): Promise<void> {
  const { opening } = sampleRestaurant()
  const [{ hours } = {}] = await locking(tx, settings)
    .select({ hours: settings.openingHours })
    .from(settings)
    .for('update')
  const { day, time } = localTime(now, timeZone)
  const isNight = time < opening.from || time >= LATE
  if (!isNight || !hours || !isDeepStrictEqual(hours.weekly, everyDay(opening))) return
  const { until } = hoursAt(hours, 0, now, timeZone)
  const date = time < opening.from ? addDays(day, -1) : day
  const isOwners = hours.exceptions.some((one) => one.date === date && one.hours?.[0]?.from !== opening.from)
  if (isOwners || (until && until.getTime() - now.getTime() > HALF_HOUR_MS)) return
  const later = localTime(new Date(now.getTime() + 2 * HOUR_MS), timeZone)
  const longer = { date, hours: [{ from: opening.from, to: `${later.time.slice(0, 2)}:00` }] }
  const exceptions = [longer, ...hours.exceptions.filter((one) => one.date > date)]
  await tx.update(settings).set({ openingHours: { weekly: hours.weekly, exceptions } })
}

const SLOT_MS = 15 * 60_000
const STAY_MS = DEFAULT_RESERVATIONS.stayMinutes * 60_000

/** The evening's book: seated, late, expected and asked ones around the present time, on the quarter of the hour. */
export async function writeSampleReservations(
  tx: Tx,
  { tableIds }: LoadedSample,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const slot = Math.floor(now.getTime() / SLOT_MS) * SLOT_MS
  for (const [inMinutes, numbers, party, name, phoneNumber, more] of sampleRestaurant().reservations) {
    const at = new Date(slot + inMinutes * 60_000)
    const status = more?.status ?? 'confirmed'
    await tx.insert(reservations).values({
      ...{ language: 'ro', ...more, status, party, name, phoneNumber, at, until: new Date(at.getTime() + STAY_MS) },
      tableIds: numbers.map((number) => tableIds.get(number) ?? 0),
      ...(status === 'seated' && { seatedAt: at, dayEnd: nextBusinessDayStart(at, BUSINESS_DAY_START, timeZone) }),
      ...(status === 'asked' ? { source: 'guest', seenAt: null } : { source: 'house', seenAt: now }),
      ...{
        createdAt: now,
        history: [{ at: now.toISOString(), user: status === 'asked' ? null : 'floor', status, fields: [] }],
      },
    })
  }
}

/** The set menus come before the main courses. */
const SET_MENUS_POSITION = 5

async function writeMenu(tx: Tx, now: Date) {
  await tx.delete(menuCategories)
  const { category, categoryRo } = sampleOptions().setMenus
  const dishesOf = Map.groupBy(sampleMenu(), (dish) => dish.category)
  const categories = Array.from(dishesOf, ([name, [dish]]) => ({ name, nameRo: dish?.categoryRo ?? '' }))
    .toSpliced(SET_MENUS_POSITION - 1, 0, { name: category, nameRo: categoryRo })
    .map((one, i) => ({ ...one, position: i + 1, stationId: sampleRestaurant().stationsByCategory[one.name] }))
  const columns = { id: menuCategories.id, name: menuCategories.name }
  const written = await tx.insert(menuCategories).values(categories).returning(columns)
  const categoryIds = new Map(written.map((one) => [one.name, one.id]))
  const rows = [...dishesOf.values()].flatMap((dishes) =>
    dishes.map(({ category: of, categoryRo: _, ...dish }, i) => {
      return { ...dish, categoryId: categoryIds.get(of) ?? 0, position: i + 1, createdAt: now, updatedAt: now }
    }),
  )
  const { id, name, nameRo, price } = menuItems
  const dishes = await tx.insert(menuItems).values(rows).returning({ id, name, nameRo, price })
  const categoryOf = new Map(sampleMenu().map((dish) => [dish.nameRo, dish.category]))
  const named = dishes.map((dish) => ({ ...dish, category: categoryOf.get(dish.nameRo) ?? '' }))
  const setMenus = await writeSampleOptions(tx, named, { categoryId: categoryIds.get(category) ?? 0, now })
  return new Map([...dishes, ...setMenus].map((dish) => [dish.nameRo, dish]))
}

async function writeTables(tx: Tx, now: Date): Promise<Map<number, number>> {
  const seats = sampleRestaurant().tables.map(([number, capacity]) => {
    return { number, capacity, createdAt: now, updatedAt: now }
  })
  const written = await tx.insert(tables).values(seats).returning({ id: tables.id, number: tables.number })
  return new Map(written.map(({ id, number }) => [number, id]))
}

async function writePromotions(tx: Tx, today: string, now: Date): Promise<void> {
  await tx.insert(promotions).values(
    sampleRestaurant().promotions.map(({ firstDay, lastDay, hours, ...shown }, i) => ({
      ...shown,
      ...{ startDate: addDays(today, firstDay), endDate: addDays(today, lastDay) },
      ...{ startHour: hours?.start ?? null, endHour: hours?.end ?? null },
      ...{ order: i + 1, createdAt: now, updatedAt: now },
    })),
  )
}

async function readOwnerAndCurrency(tx: Tx) {
  const owner = { userId: users.id, username: users.username }
  const [found] = await tx.select(owner).from(users).where(eq(users.isOwner, true)).limit(1)
  const { currency } = await onlyOf(tx.select({ currency: settings.currency }).from(settings))
  return { statusChangedBy: found ?? null, currency }
}
