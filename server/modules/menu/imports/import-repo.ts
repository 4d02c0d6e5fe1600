import { asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { columnName, firstOf, hasRow, jsonObject, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import {
  type BeforeImport,
  LAST_POSITION,
  menuCategories,
  menuImports,
  menuItems,
  optionGroups,
} from '#server/db/schema/index.ts'
import { DISH_FIELDS, type DishField } from '#shared/contracts/menu/menu-fields.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { pick } from '#shared/domain/objects.ts'
import { numberDishes } from '../editing-repo.ts'
import type { NamedGroup, StoredDish } from './headings.ts'
import type { Changes, MenuText } from './job.ts'
import type { StoredCategory } from './plan.ts'

/* Whole menus are read and written as one JSON text: thousands of rows would block the event loop. */

type OwnField = Exclude<DishField, 'category' | 'categoryRo'> | 'nameIsFallback'

/** The columns of `menu_items` that an import writes. */
const FIELDS = [...DISH_FIELDS, 'nameIsFallback' as const].filter(
  (field): field is OwnField => field !== 'category' && field !== 'categoryRo',
)
const list = (write: (field: OwnField) => string) => sql.raw(FIELDS.map(write).join(', '))
const COLUMNS = list(columnName)
/** The record type of a dish's JSON: its id, the name of its category and its own fields. */
const AS_RECORD = sql`id bigint, category text, "optionGroupIds" bigint[], ${list((field) => `"${field}" ${menuItems[field].getSQLType()}`)}`

/** The names of the restaurant's groups of options that a dish has, in their order. */
const GROUP_NAMES = sql<string[]>`(
  select coalesce(json_agg(option_groups.name order by chosen.n), '[]')
  from unnest(menu_items.option_group_ids) with ordinality as chosen(id, n)
    join option_groups on option_groups.id = chosen.id and option_groups.dish_id is null)`

/** The whole menu as JSON, and its hash, which positions do not change: it is of the order by id alone. */
export async function readMenuText(db: Reader, dishOrder: 'id' | 'menu' = 'id'): Promise<MenuText> {
  const { name: category, nameRo: categoryRo } = menuCategories
  const dish = jsonObject<Omit<StoredDish, 'optionGroupIds' | 'ownGroup'>>({
    ...pick(menuItems, FIELDS),
    id: menuItems.id,
    category,
    categoryRo,
    optionGroups: GROUP_NAMES,
  })
  const { id, name, nameRo, position } = menuCategories
  const order =
    dishOrder === 'id' ? sql`${menuItems.id}` : sql`${position}, ${id}, ${menuItems.position}, ${menuItems.id}`
  const group = jsonObject<NamedGroup>({ id: optionGroups.id, name: optionGroups.name })
  const { rows } = await db.execute<Record<keyof MenuText, string>>(sql`
    with dishes as (
      select coalesce(json_agg(${dish} order by ${order}), '[]')::text as text
      from ${menuItems} join ${menuCategories} on ${menuCategories.id} = ${menuItems.categoryId}
    )
    select dishes.text as dishes, md5(dishes.text) as mark, (
      select coalesce(json_agg(${jsonObject<StoredCategory>({ id, name, nameRo })} order by ${position}, ${id}), '[]')::text
      from ${menuCategories}
    ) as categories, (
      select coalesce(json_agg(${group} order by ${optionGroups.id}), '[]')::text
      from ${optionGroups} where ${optionGroups.dishId} is null
    ) as groups
    from dishes`)
  const [menu] = rows
  if (!menu) throw new Error('a query of one row returned none')
  return menu
}

export async function countMenuDishes(db: Reader): Promise<number> {
  return db.$count(menuItems)
}

/** The names of dishes by id; ids that no dish has are missing. */
export function readNames(db: Reader, ids: readonly number[]): Promise<{ id: number; name: string; nameRo: string }[]> {
  const { id, name, nameRo } = menuItems
  return db
    .select({ id, name, nameRo })
    .from(menuItems)
    .where(inArray(id, [...new Set(ids)]))
    .orderBy(asc(id))
}

export interface LastImport extends Omit<typeof menuImports.$inferSelect, 'id' | 'before'> {}

/** The last import, if it was made after `since`. */
export async function readLastImport(db: Reader, since: Date): Promise<LastImport | undefined> {
  const { at, username, kind, added, changed, menuAfter } = menuImports
  const columns = { at, username, kind, added, changed, menuAfter }
  return firstOf(db.select(columns).from(menuImports).where(gt(at, since)))
}

/** Stores what the planned changes will alter, for the undo; replaces what the previous import stored. */
export async function storeMenuBefore(
  tx: Tx,
  { changedDishes, renamedCategories, added, changed }: Changes,
  { at, username, kind }: Pick<LastImport, 'at' | 'username' | 'kind'>,
): Promise<void> {
  const { id, name, nameRo, isActive } = menuCategories
  const category = jsonObject<BeforeImport['categories'][number]>({ id, name, nameRo, isActive })
  const names = jsonObject<BeforeImport['names'][number]>({ id, nameRo })
  await tx.delete(menuImports)
  await tx.execute(sql`
    with items as (
      select ${menuItems} as item, category_id from ${menuItems}
      where id in (select id from json_to_recordset(${changedDishes}) as given(id bigint))
    )
    insert into ${menuImports} (at, username, kind, added, changed, before, menu_after)
    select ${at}, ${username}, ${kind}, ${added}, ${changed}, jsonb_build_object(
      'items', (select coalesce(jsonb_agg(to_jsonb(item)), '[]') from items),
      'categories', (
        select coalesce(json_agg(${category}), '[]') from ${menuCategories}
        where ${id} in (select category_id from items)
      ),
      'names', (
        select coalesce(json_agg(${names}), '[]') from ${menuCategories}
        where ${id} in (select given.id from json_to_recordset(${renamedCategories}) as given(id bigint))
      )
    ), ''`)
}

/** Adds the ids of the added dishes and categories, and the hash of the menu after the import. */
export async function completeStoredImport(
  tx: Tx,
  added: Pick<BeforeImport, 'addedItems' | 'addedCategories'>,
  menuAfter: string,
): Promise<void> {
  await tx.update(menuImports).set({ before: sql`before || ${JSON.stringify(added)}::jsonb`, menuAfter })
}

/** Appends categories. @param categories JSON: `CategoryNames[]`. @returns their ids */
export async function insertCategories(tx: Tx, categories: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${menuCategories} (name, name_ro, position)
    select name, name_ro, (select count(*) from ${menuCategories}) + ordinal
    from rows from (json_to_recordset(${categories}) as (name text, "nameRo" text)) with ordinality
      as given(name, name_ro, ordinal)
    order by ordinal
    returning id`)
  return rows.map(({ id }) => Number(id))
}

/** @param names those of all categories, in their order */
export async function orderCategories(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${menuCategories} set position = given.place
    from json_array_elements_text(${JSON.stringify(names)}) with ordinality as given(name, place)
    where ${menuCategories.name} = given.name and ${menuCategories.position} <> given.place`)
}

/** @param categories JSON: `Pick<StoredCategory, 'id' | 'nameRo'>[]` */
export async function renameCategories(tx: Tx, categories: string): Promise<void> {
  await tx.execute(sql`
    update ${menuCategories} set name_ro = given."nameRo"
    from json_to_recordset(${categories}) as given(id bigint, "nameRo" text)
    where ${menuCategories.id} = given.id`)
}

/** Appends dishes to existing categories. @param dishes JSON: `ImportedDish[]`. @returns their ids */
export async function insertDishes(tx: Tx, dishes: string, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${menuItems} (${COLUMNS}, option_group_ids, category_id, created_at, updated_at)
    select ${list((field) => `given."${field}"`)}, coalesce(given."optionGroupIds", '{}'), category.id, ${now}, ${now}
    from rows from (json_to_recordset(${dishes}) as (${AS_RECORD})) with ordinality
      as given(id, category, "optionGroupIds", ${list((field) => `"${field}"`)}, ordinal)
    join ${menuCategories} category on category.name = given.category
    order by given.ordinal
    returning id`)
  await numberDishes(tx)
  return rows.map(({ id }) => Number(id))
}

/** The position of a dish that gets a category: the last one, unless it is in it already. */
const positionIn = (categoryId: SQL) =>
  sql`case when ${menuItems.categoryId} = ${categoryId} then ${menuItems.position} else ${LAST_POSITION} end`

const OWN_GROUPS = sql`array(
  select own.id from unnest(menu_items.option_group_ids) with ordinality as own(id, n)
    join option_groups on option_groups.id = own.id and option_groups.dish_id = menu_items.id order by own.n)`

/** Replaces the fields of dishes and raises their versions. @param dishes JSON: `StoredDish[]` */
export async function updateDishes(tx: Tx, dishes: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update ${menuItems} set ${list((field) => `${columnName(field)} = given."${field}"`)}, category_id = category.id,
      option_group_ids = case when given."optionGroupIds" is null then option_group_ids
        else ${OWN_GROUPS} || given."optionGroupIds" end,
      position = ${positionIn(sql`category.id`)}, version = version + 1, updated_at = ${now}
    from json_to_recordset(${dishes}) as given(${AS_RECORD})
      join ${menuCategories} category on category.name = given.category
    where ${menuItems.id} = given.id`)
  await numberDishes(tx)
}

/** What the last import stored for the undo, without the dishes. */
export async function readMenuBefore(tx: Tx): Promise<Omit<BeforeImport, 'items'>> {
  const row = await onlyOf(tx.select({ before: sql<Omit<BeforeImport, 'items'>>`before - 'items'` }).from(menuImports))
  return row.before
}

/**
 * The groups of options that a restored dish gets: those that it had and that still exist, and its own ones since.
 * Columns of `menu_items` and `original`.
 */
const RESTORED_GROUPS = sql`array(
  select option_groups.id
  from unnest(original.option_group_ids || menu_items.option_group_ids) with ordinality as chosen(id, n)
    join option_groups on option_groups.id = chosen.id
  where option_groups.dish_id = menu_items.id or (option_groups.dish_id is null and chosen.id = any(original.option_group_ids))
  group by option_groups.id order by min(chosen.n))`

/**
 * Restores the dishes that the last import changed, and raises their versions.
 * @param moved the ids of deleted categories, with the ids of those that replace them
 */
export async function restoreDishes(tx: Tx, moved: { from: number; to: number }[], now: Date): Promise<void> {
  const categoryId = sql`coalesce(moved."to", original.category_id)`
  await tx.execute(sql`
    update ${menuItems} set ${list((field) => `${columnName(field)} = original.${columnName(field)}`)},
      category_id = ${categoryId}, position = ${positionIn(categoryId)}, option_group_ids = ${RESTORED_GROUPS},
      version = ${menuItems.version} + 1, updated_at = ${now}
    from ${menuImports} cross join jsonb_populate_recordset(null::menu_items, before -> 'items') as original
      left join json_to_recordset(${JSON.stringify(moved)}) as moved("from" bigint, "to" bigint)
        on moved."from" = original.category_id
    where ${menuItems.id} = original.id`)
  await numberDishes(tx)
}

/** Whether a dish has more groups of options than it may, its own ones included. */
export async function hasOverfullDish(tx: Tx): Promise<boolean> {
  const isOverfull = sql`cardinality(${menuItems.optionGroupIds}) > ${MAX_DISH_GROUPS}`
  return hasRow(tx, menuItems, isOverfull)
}

export async function deleteStoredImport(tx: Tx): Promise<void> {
  await tx.delete(menuImports)
}
