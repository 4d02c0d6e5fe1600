import { and, asc, count, eq, exists, getTableColumns, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, firstOf, inTransaction, jsonList, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { menuCategories, menuItems, optionGroups, orderItems, orders } from '#server/db/schema/index.ts'
import { readRules, rulesOfDishSql } from '#server/modules/prices/index.ts'
import { required } from '#server/platform/app-error.ts'
import { weeklyHoursSchema } from '#shared/contracts/hours.ts'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { DISH_FIELDS } from '#shared/contracts/menu/menu-fields.ts'
import type { PriceRule } from '#shared/contracts/price-rules.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isMarkedAt, type OptionsOfDish, optionsOfDish } from '#shared/domain/menu/options.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { pick } from '#shared/domain/objects.ts'
import type { WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { type GroupRow, groupJson, readGroups } from './options/repo.ts'
import { isMarkedSql, portionsLeftSql, soldOutUntilSql } from './portions-repo.ts'

/** A stored dish with the names and visibility of its category. */
export interface DishRow extends Omit<MenuItem, 'soldOutUntil' | 'offer' | keyof OptionsOfDish> {
  /** A dish is sold out when no portions are left, too. */
  soldOutUntil: Date | null
  portionsUntil: Date | null
  categoryIsActive: boolean
  categoryId: number
}

const columns = {
  id: menuItems.id,
  ...pick(
    { ...getTableColumns(menuItems), category: menuCategories.name, categoryRo: menuCategories.nameRo },
    DISH_FIELDS,
  ),
  nameIsFallback: menuItems.nameIsFallback,
  optionGroupIds: menuItems.optionGroupIds,
  isSetMenu: menuItems.isSetMenu,
  takeawayFee: menuItems.takeawayFee,
  servedHours: menuItems.servedHours,
  categoryServedHours: menuCategories.servedHours,
  soldOutUntil: soldOutUntilSql,
  portionsUntil: menuItems.portionsUntil,
  portionsLeft: portionsLeftSql,
  position: menuItems.position,
  version: menuItems.version,
  categoryIsActive: menuCategories.isActive,
  categoryId: menuItems.categoryId,
}

const withCategory = (db: Reader) =>
  db.select(columns).from(menuItems).innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))

/** SQL: the order of the menu. */
export const IN_ORDER = sql`${menuCategories.position}, ${menuCategories.id}, ${menuItems.position}, ${menuItems.id}`
/** The number of dishes per query; other requests are served between two queries. */
const READ_BATCH_SIZE = 100

/** Yields a condition for each batch of dishes, in the order of the menu; only within a batch a query has to sort. */
export async function* dishBatches(db: Reader): AsyncGenerator<SQL> {
  const rows = await db
    .select({ id: menuItems.id })
    .from(menuItems)
    .innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))
    .orderBy(IN_ORDER)
  for (let from = 0; from < rows.length; from += READ_BATCH_SIZE)
    yield sql`${menuItems.id} = any(${`{${rows.slice(from, from + READ_BATCH_SIZE).map(({ id }) => id)}}`}::bigint[])`
}

/** Runs reads of the menu that all see the same moment. */
export function inSnapshot<Result>(db: Database, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })
}

/** Reads a consistent snapshot of the menu, with dishes in the order of their categories and then their own. */
export function readMenu(
  db: Database,
): Promise<{ dishes: DishRow[]; categories: MenuCategory[]; groups: GroupRow[]; rules: PriceRule[] }> {
  return inSnapshot(db, async (tx) => {
    const [categories, groups, rules] = await Promise.all([readCategories(tx), readGroups(tx), readRules(tx)])
    const dishes: DishRow[] = []
    for await (const isOfBatch of dishBatches(tx))
      dishes.push(...(await withCategory(tx).where(isOfBatch).orderBy(IN_ORDER)))
    return { dishes, categories, groups, rules }
  })
}

export function dishById(db: Reader, id: number): Promise<DishRow | undefined> {
  return firstOf(withCategory(db).where(eq(menuItems.id, id)))
}

/** Reads all categories in display order. */
export function readCategories(db: Reader): Promise<MenuCategory[]> {
  const items = db.select().from(menuItems).where(eq(menuItems.categoryId, menuCategories.id))
  return db
    .select({ ...getTableColumns(menuCategories), hasItems: sql<boolean>`${exists(items)}` })
    .from(menuCategories)
    .orderBy(asc(menuCategories.position), asc(menuCategories.id))
}

const FOUND = pick(menuItems, [
  ...(['id', 'name', 'nameRo', 'price', 'isSetMenu', 'optionGroupIds'] as const),
  ...(['allergens', 'allergenCodes', 'allergensChecked'] as const),
])
export type FoundDish = Pick<typeof menuItems.$inferSelect, keyof typeof FOUND>

/** Condition: guests see the dish, joined with its category. */
const isShownSql = sql<boolean>`(${menuItems.isActive} and ${menuCategories.isActive})`

/** Condition: the dish, joined with its category, can be ordered at a moment. */
export function isOrderableSql(now: Date | Placeholder): SQL<boolean> {
  return sql`${isShownSql} and ${menuItems.price} <= ${sql.raw(String(MAX_PRICE))}
    and not ${isMarkedSql(soldOutUntilSql, now)}`
}

const isCounted = isMarkedSql(menuItems.portionsUntil, sql.placeholder('now'))
const countedUntil: SQL<Date | null> = sql`case when ${isCounted} then ${menuItems.portionsUntil} end`.mapWith(
  menuItems.portionsUntil,
)

const hoursSchema = z.array(weeklyHoursSchema)
/** The hours of a category; null, as if it had none, where they cannot be read: its dishes stay. */
export function readableHours(stored: unknown): WeeklyHours[] | null {
  const { data = null } = z.safeParse(hoursSchema, stored)
  return data
}
const servedHoursSql = sql<
  WeeklyHours[] | null
>`coalesce(${menuItems.servedHours}, ${menuCategories.servedHours})`.mapWith(readableHours)

const dishesTodayQuery = prepared((db) =>
  db
    .select({
      id: menuItems.id,
      name: menuItems.name,
      nameRo: menuItems.nameRo,
      price: menuItems.price,
      isOrderable: isOrderableSql(sql.placeholder('now')),
      // A dish that is sold out is shown too.
      isShown: isShownSql,
      // Both are null for a dish that does not count its portions then.
      portionsLeft: sql<number | null>`case when ${isCounted} then ${portionsLeftSql} end`,
      portionsUntil: countedUntil,
      // The groups are in the order that the dish gives them.
      groups: sql<
        GroupRow[]
      >`(select ${jsonList(groupJson, sql`array_position(${menuItems.optionGroupIds}, ${optionGroups.id})`)}
        from ${optionGroups} where ${optionGroups.id} = any(${menuItems.optionGroupIds}))`,
      rules: rulesOfDishSql,
      isSetMenu: menuItems.isSetMenu,
      takeawayFee: menuItems.takeawayFee,
      servedHours: servedHoursSql,
      // The stored id, which may be that of a removed station (`stationIdOf`).
      stationId: menuCategories.stationId,
      vatRate: menuCategories.vatRate,
    })
    .from(menuItems)
    .innerJoin(menuCategories, and(eq(menuCategories.id, menuItems.categoryId)))
    .where(
      // With these arrays from subqueries, PostgreSQL estimates each list of ids alike, and so plans the statement once.
      sql`${menuItems.id} = any(array(
        select unnest(${sql.placeholder('ids')}::bigint[]) union all
        select menu_item_id from menu_options
        where id = any(array(select unnest(${sql.placeholder('optionIds')}::bigint[])))))`,
    )
    .prepare('dishes_today'),
)

export type DishToday = Awaited<ReturnType<ReturnType<typeof dishesTodayQuery>['execute']>>[number]

/** Reads dishes at `now`, and the dishes that their options name, by id; unknown ids are missing. */
export async function dishesToday(db: Reader, ids: readonly number[], now: Date, optionIds: readonly number[] = []) {
  const rows = await dishesTodayQuery(db).execute({ ids: `{${ids}}`, optionIds: `{${optionIds}}`, now })
  return new Map(rows.map((dish) => [dish.id, dish]))
}

/** Reads dishes by id in the menu's order, including hidden and sold-out ones; unknown ids are missing. */
export async function findDishesById(db: Reader, ids: readonly number[]): Promise<Map<number, FoundDish>> {
  const rows = await db
    .select(FOUND)
    .from(menuItems)
    .innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))
    .where(inArray(menuItems.id, [...new Set(ids)]))
    .orderBy(IN_ORDER)
  return new Map(rows.map((dish) => [dish.id, dish]))
}

/** Lists the visible dishes that are sold out at `now`, those without a price, and those without declared allergens. */
export async function findDishesNeedingAttention(db: Reader, now: Date) {
  const { price, isActive, allergensChecked } = menuItems
  const isSoldOut = isMarkedSql(soldOutUntilSql, now)
  const isShown = and(eq(isActive, true), eq(menuCategories.isActive, true))
  const rows = await db
    .select({ ...FOUND, isSoldOut })
    .from(menuItems)
    .innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))
    // This only preselects the undeclared dishes: the rule itself is `allergenDeclaration`.
    .where(and(isShown, or(isSoldOut, eq(price, 0), eq(allergensChecked, false))))
    .orderBy(IN_ORDER)
  const toNames = (dishes: typeof rows) => dishes.map((dish) => ({ id: dish.id, name: dish.name, nameRo: dish.nameRo }))
  return {
    soldOut: toNames(rows.filter(({ isSoldOut }) => isSoldOut)),
    unpriced: toNames(rows.filter((dish) => dish.price === 0)),
    undeclared: toNames(rows.filter((dish) => allergenDeclaration(dish) === 'undeclared')),
  }
}

/** Counts the dishes on the guests' menu. */
export async function countShownDishes(db: Reader): Promise<number> {
  const [counted] = await db
    .select({ dishes: count() })
    .from(menuItems)
    .innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))
    .where(and(eq(menuItems.isActive, true), eq(menuCategories.isActive, true)))
  return counted?.dishes ?? 0
}

/** Reads the VAT rates of what can be ordered, and whether any has a deposit, as a fiscal receipt needs them. */
export async function readSoldKinds(db: Reader) {
  const hasDeposit = sql<boolean>`coalesce(bool_or((${menuItems.takeawayFee} ->> 'deposit')::boolean), false)`
  const rows = await db
    .select({ vat: menuCategories.vatRate, hasDeposit })
    .from(menuItems)
    .innerJoin(menuCategories, eq(menuCategories.id, menuItems.categoryId))
    .groupBy(menuCategories.vatRate)
    .orderBy(menuCategories.vatRate)
  const items = rows.map(({ vat }) => ({ kind: 'item' as const, vat }))
  return rows.some((row) => row.hasDeposit) ? [...items, { kind: 'deposit' as const, vat: null }] : items
}

/** Reads a dish while the menu is locked. */
export async function lockedDish(tx: Tx, id: number): Promise<DishRow> {
  return required(await dishById(tx, id))
}

/** Returns the public form of a dish at a moment, without its offer. @param groups by id */
export function dishView(
  { categoryIsActive, categoryId, soldOutUntil, portionsUntil, ...dish }: DishRow,
  groups: ReadonlyMap<number, GroupRow>,
  now: Date,
): MenuItem {
  const own = dish.optionGroupIds.flatMap((id) => groups.get(id) ?? [])
  return {
    ...dish,
    categoryServedHours: readableHours(dish.categoryServedHours),
    soldOutUntil: isMarkedAt(soldOutUntil, now) ? (soldOutUntil?.toISOString() ?? null) : null,
    portionsLeft: isMarkedAt(portionsUntil, now) ? dish.portionsLeft : null,
    ...optionsOfDish(own, dish.price, now),
    offer: null,
  }
}

/** Returns the public form of one dish, and reads its groups. */
export async function readDishView(tx: Tx, dish: DishRow, now: Date): Promise<MenuItem> {
  const groups = dish.optionGroupIds.length > 0 ? await readGroups(tx, dish.optionGroupIds) : []
  return dishView(dish, byId(groups), now)
}

export const byId = <Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Whether the caller sees a dish on the menu. */
export function isSeen(dish: DishToday | undefined, seesHidden: boolean): dish is DishToday {
  return dish !== undefined && (dish.isShown || seesHidden)
}

/** Returns the entry for a dish in an error response; it has the dish's name only if the caller sees the dish. */
export function unavailableDish(menuItemId: number, dish: DishToday | undefined, seesHidden: boolean) {
  return isSeen(dish, seesHidden) ? { menuItemId, name: dish.name } : { menuItemId }
}

/** Dishes that were ordered together less often may have been so by chance. */
const MIN_ORDERS = 5
const MAX_OTHERS = 2

/** Maps the id of a dish to those most often ordered with it. */
export type Pairs = Record<string, number[]>

/** Reads the two dishes most often ordered with each dish since a moment; cancelled orders and lines do not count. */
export async function readPairs(db: Reader, since: Date): Promise<Pairs> {
  const { rows } = await db.execute<{ dish: string; others: string[] }>(sql`
    with lines as (
      select distinct ${orderItems.orderId} as order_id, ${orderItems.menuItemId} as dish
      from ${orders} join ${orderItems} on ${orderItems.orderId} = ${orders.id}
      where ${orders.createdAt} >= ${since.toISOString()} and ${orders.status} <> 'cancelled'
        and not ${orders.isTest}
        and ${orderItems.quantity} > 0 and ${orderItems.menuItemId} is not null
    ), pairs as (
      select one.dish, other.dish as other,
        row_number() over (partition by one.dish order by count(*) desc, other.dish) as rank
      from lines one join lines other on other.order_id = one.order_id and other.dish <> one.dish
      group by one.dish, other.dish having count(*) >= ${MIN_ORDERS}
    )
    select dish, array_agg(other order by rank) as others from pairs where rank <= ${MAX_OTHERS} group by dish`)
  return Object.fromEntries(rows.map(({ dish, others }) => [dish, others.map(Number)]))
}
