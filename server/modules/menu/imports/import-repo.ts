import { asc, getTableColumns, gt, sql } from 'drizzle-orm'
import { columnName, firstOf, hasRow, jsonObject, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { LAST_POSITION, menuCategories, menuImports, menuItems, optionGroups } from '#server/db/schema/index.ts'
import { inTurns } from '#server/platform/limits/concurrency.ts'
import { renumber } from '#server/platform/list-position.ts'
import { DISH_FIELDS, type DishField } from '#shared/contracts/menu/menu-fields.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { pick } from '#shared/domain/objects.ts'
import { DISH_ROWS } from '../editing-repo.ts'
import { dishBatches, IN_ORDER } from '../repo.ts'
import type { ImportedDish, StoredDish, StoredMenu } from './rows.ts'

type OwnField = Exclude<DishField, 'category' | 'categoryRo'> | 'nameIsFallback'
/** The fields of `menu_items` that the CSV contains. */
const FIELDS = [...DISH_FIELDS, 'nameIsFallback' as const].filter(
  (field): field is OwnField => field !== 'category' && field !== 'categoryRo',
)

/** SQL: the names of a dish's groups that belong to the restaurant, in their order. */
const GROUP_NAMES = sql<string[]>`(
  select coalesce(json_agg(option_groups.name order by chosen.n), '[]')
  from unnest(menu_items.option_group_ids) with ordinality as chosen(id, n)
    join option_groups on option_groups.id = chosen.id and option_groups.dish_id is null)`

/** SQL: a dish as JSON with the columns of a CSV. */
const DISH = jsonObject<Omit<StoredDish, 'optionGroupIds'>>({
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

/** Reads the whole menu in display order. A change during the read makes the hash outdated. */
export async function readMenuToImport(db: Reader): Promise<StoredMenu & { mark: string }> {
  const mark = await readMark(db)
  const { id, position, ...columns } = getTableColumns(menuCategories)
  const categories = await db.select(columns).from(menuCategories).orderBy(asc(position), asc(id))
  const groups = await db
    .select({ id: optionGroups.id, name: optionGroups.name })
    .from(optionGroups)
    .where(sql`${optionGroups.dishId} is null`)
    .orderBy(asc(optionGroups.id))
  const dishes: StoredDish[] = []
  for await (const isOfBatch of dishBatches(db)) {
    const { rows } = await db.execute<{ dish: Omit<StoredDish, 'optionGroupIds'>; groups: number[] }>(sql`
      select ${DISH} as dish, to_json(option_group_ids) as groups
      ${FROM_DISHES} where ${isOfBatch} order by ${IN_ORDER}`)
    dishes.push(...rows.map(({ dish, groups: optionGroupIds }) => ({ ...dish, optionGroupIds })))
  }
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
  // A dish that was stored before a migration lacks the columns that it added.
  const defaults = Object.fromEntries(COLUMNS.map((field) => [field, menuItems[field].default]))
  return { ...before, dishes: before.dishes.map((dish) => ({ ...defaults, ...(dish as StoredDish) })) }
}

/** The number of dishes per statement; other requests are served between two of them. */
const WRITE_BATCH_SIZE = 50

/** Stores what is needed to undo this import, instead of the previous one. */
export async function storeImport(tx: Tx, { before, ...row }: Omit<LastImport, 'id'>): Promise<void> {
  await deleteStoredImport(tx)
  // As bytes, because the driver would convert a text of megabytes at once.
  const dishes: Buffer[] = []
  for await (const dish of inTurns(before.dishes, WRITE_BATCH_SIZE))
    dishes.push(Buffer.from(`${dishes.length === 0 ? '[' : ','}${JSON.stringify(dish)}`))
  const list = Buffer.concat([...dishes, Buffer.from(dishes.length === 0 ? '[]' : ']')])
  const others = JSON.stringify({ ...before, dishes: [] })
  const whole = sql<typeof before>`jsonb_set(${others}, '{dishes}', convert_from(${list}, 'UTF8')::jsonb)`
  await tx.insert(menuImports).values({ ...row, before: whole })
}

export async function deleteStoredImport(tx: Tx): Promise<void> {
  await tx.delete(menuImports)
}

/** The columns that an import writes. */
const COLUMNS = [...FIELDS, 'categoryId', 'optionGroupIds'] as const
const NAMES = COLUMNS.map((field) => [field, columnName(field)] as const)
const listOf = (write: (column: string) => string) => sql.raw(NAMES.map(([, name]) => write(name)).join(', '))

/**
 * Appends dishes without an id to their categories (by name); replaces the fields of the others and raises their versions. A dish
 * in another category becomes its last one. @returns the ids of all, in their order
 */
export async function saveDishes(
  tx: Tx,
  dishes: readonly (ImportedDish & { id?: number })[],
  { categoryIds, now }: { categoryIds: ReadonlyMap<string, number>; now: Date },
): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < dishes.length; i += WRITE_BATCH_SIZE) {
    const records = dishes.slice(i, i + WRITE_BATCH_SIZE).map((dish) => {
      const row = { ...dish, categoryId: categoryIds.get(dish.category) }
      return { id: row.id, ...Object.fromEntries(NAMES.map(([field, name]) => [name, row[field]])) }
    })
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${menuItems} (id, ${listOf(String)}, created_at, updated_at) overriding system value
      select coalesce(id, nextval(pg_get_serial_sequence('menu_items', 'id'))), ${listOf(String)}, ${now}, ${now}
      from json_populate_recordset(null::menu_items, ${JSON.stringify(records)})
      on conflict (id) do update set ${listOf((column) => `${column} = excluded.${column}`)},
        position = case when menu_items.category_id = excluded.category_id then menu_items.position else ${LAST_POSITION} end,
        version = menu_items.version + 1, updated_at = excluded.updated_at
      returning id`)
    ids.push(...rows.map(({ id }) => Number(id)))
  }
  await renumber(tx, DISH_ROWS)
  return ids
}

/** Whether a dish has more groups of options than allowed, its own ones included. */
export async function hasOverfullDish(tx: Tx): Promise<boolean> {
  return hasRow(tx, menuItems, sql`cardinality(${menuItems.optionGroupIds}) > ${MAX_DISH_GROUPS}`)
}
