import { getTableColumns, gt, sql } from 'drizzle-orm'
import { columnName, firstOf, hasRow, jsonObject, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { LAST_POSITION, menuCategories, menuImports, menuItems, optionGroups } from '#server/db/schema/index.ts'
import { DISH_FIELDS, type DishField } from '#shared/contracts/menu/menu-fields.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { pick } from '#shared/domain/objects.ts'
import { numberDishes } from '../editing-repo.ts'
import type { CategoryNames } from '../find-category.ts'
import type { StoredMenu } from './plan.ts'
import type { ImportedDish, StoredDish } from './rows.ts'

type OwnField = Exclude<DishField, 'category' | 'categoryRo'> | 'nameIsFallback'
/** The fields of `menu_items` that the CSV contains. */
const FIELDS = [...DISH_FIELDS, 'nameIsFallback' as const].filter(
  (field): field is OwnField => field !== 'category' && field !== 'categoryRo',
)
/** The columns that an import writes. */
const COLUMNS = [...FIELDS, 'categoryId' as const]

/** SQL: the names of a dish's groups that belong to the restaurant, in their order. */
const GROUP_NAMES = sql<string[]>`(
  select coalesce(json_agg(option_groups.name order by chosen.n), '[]')
  from unnest(menu_items.option_group_ids) with ordinality as chosen(id, n)
    join option_groups on option_groups.id = chosen.id and option_groups.dish_id is null)`

/** SQL: a dish as JSON with the columns of a CSV. */
const DISH = jsonObject<Omit<StoredDish, 'optionGroupIds' | 'categoryId'>>({
  ...{ ...pick(menuItems, FIELDS), id: menuItems.id, optionGroups: GROUP_NAMES },
  ...{ category: menuCategories.name, categoryRo: menuCategories.nameRo },
})
const FROM_DISHES = sql`from ${menuItems} join ${menuCategories} on ${menuCategories.id} = ${menuItems.categoryId}`

/** A hash of the menu as a CSV contains it. */
export async function readMark(db: Reader): Promise<string> {
  const { rows } = await db.execute<{ mark: string }>(sql`
    select md5(coalesce(string_agg(${DISH}::text, ',' order by ${menuItems.id}), '')) as mark ${FROM_DISHES}`)
  return rows[0]?.mark ?? ''
}

/** Reads the whole menu, its dishes in display order. A change during the read makes the hash outdated. */
export async function readMenuToImport(db: Reader): Promise<StoredMenu & { mark: string }> {
  const mark = await readMark(db)
  const { id, name, nameRo, isActive, position } = menuCategories
  const categories = await db.select({ id, name, nameRo, isActive }).from(menuCategories).orderBy(position, id)
  const groups = await db
    .select({ id: optionGroups.id, name: optionGroups.name })
    .from(optionGroups)
    .where(sql`${optionGroups.dishId} is null`)
    .orderBy(optionGroups.id)
  const { rows } = await db.execute<{ dish: StoredDish; ids: string[]; category: string }>(sql`
    select ${DISH} as dish, option_group_ids::text[] as ids, category_id as category
    ${FROM_DISHES} order by ${position}, ${id}, ${menuItems.position}, ${menuItems.id}`)
  const dishes = rows.map(({ dish, ids, category }) => ({
    ...dish,
    optionGroupIds: ids.map(Number),
    categoryId: Number(category),
  }))
  return { dishes, categories, groups, mark }
}

type LastImport = typeof menuImports.$inferSelect

/** Reads the last import, if it was made after `since`. */
export function readLastImport(db: Reader, since: Date): Promise<Omit<LastImport, 'id' | 'before'> | undefined> {
  const { id: _, before: __, ...columns } = getTableColumns(menuImports)
  return firstOf(db.select(columns).from(menuImports).where(gt(menuImports.at, since)))
}

/** Reads what the last import replaced and added. */
export async function readMenuBefore(tx: Tx) {
  const { before } = await onlyOf(tx.select({ before: menuImports.before }).from(menuImports))
  return { ...before, dishes: before.dishes as StoredDish[] }
}

/** Stores what is needed to undo this import, instead of the previous one. */
export async function storeImport(tx: Tx, row: Omit<LastImport, 'id'>): Promise<void> {
  await deleteStoredImport(tx)
  await tx.insert(menuImports).values(row)
}

export async function deleteStoredImport(tx: Tx): Promise<void> {
  await tx.delete(menuImports)
}

/** Appends categories. @returns their ids */
export async function insertCategories(tx: Tx, categories: readonly CategoryNames[]): Promise<number[]> {
  if (categories.length === 0) return []
  const last = await tx.$count(menuCategories)
  const rows = categories.map(({ name, nameRo }, i) => ({ name, nameRo, position: last + i + 1 }))
  return (await tx.insert(menuCategories).values(rows).returning({ id: menuCategories.id })).map(({ id }) => id)
}

/** The number of dishes per statement; other requests are served between two of them. */
const WRITE_BATCH_SIZE = 250

/** Writes dishes in batches. @param write takes SQL for records of `menu_items`, and for each written column */
async function inBatches<Dish extends ImportedDish & { categoryId: number; id?: number }>(
  dishes: readonly Dish[],
  write: (records: ReturnType<typeof sql>) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < dishes.length; i += WRITE_BATCH_SIZE) {
    const records = dishes
      .slice(i, i + WRITE_BATCH_SIZE)
      .map((dish) =>
        Object.fromEntries(
          [...COLUMNS, 'optionGroupIds' as const, 'id' as const].map((field) => [columnName(field), dish[field]]),
        ),
      )
    await write(sql`json_populate_recordset(null::menu_items, ${JSON.stringify(records)})`)
  }
}

const listOf = (write: (column: string) => string) =>
  sql.raw(COLUMNS.map((field) => write(columnName(field))).join(', '))

/** Appends dishes to their categories. @returns their ids */
export async function insertDishes(
  tx: Tx,
  dishes: readonly (ImportedDish & { categoryId: number })[],
  now: Date,
): Promise<number[]> {
  const ids: number[] = []
  await inBatches(dishes, async (records) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${menuItems} (${listOf(String)}, option_group_ids, created_at, updated_at)
      select ${listOf(String)}, option_group_ids, ${now}, ${now} from ${records} returning id`)
    ids.push(...rows.map(({ id }) => Number(id)))
  })
  await numberDishes(tx)
  return ids
}

/** SQL: the new groups of a dish: the given ones that still exist, and its own ones. */
const GROUPS = sql`array(
  select option_groups.id
  from unnest(given.option_group_ids || menu_items.option_group_ids) with ordinality as chosen(id, n)
    join option_groups on option_groups.id = chosen.id
  where option_groups.dish_id = menu_items.id
    or (option_groups.dish_id is null and chosen.id = any(given.option_group_ids))
  group by option_groups.id order by min(chosen.n))`

/** Replaces the fields of dishes and raises their versions. A dish in another category becomes its last one. */
export async function updateDishes(tx: Tx, dishes: readonly StoredDish[], now: Date): Promise<void> {
  await inBatches(dishes, async (records) => {
    await tx.execute(sql`
      update ${menuItems} set ${listOf((column) => `${column} = given.${column}`)}, option_group_ids = ${GROUPS},
        position = case when menu_items.category_id = given.category_id then menu_items.position else ${LAST_POSITION} end,
        version = menu_items.version + 1, updated_at = ${now}
      from ${records} as given where ${menuItems.id} = given.id`)
  })
  await numberDishes(tx)
}

/** Whether a dish has more groups of options than allowed, its own ones included. */
export async function hasOverfullDish(tx: Tx): Promise<boolean> {
  return hasRow(tx, menuItems, sql`cardinality(${menuItems.optionGroupIds}) > ${MAX_DISH_GROUPS}`)
}
