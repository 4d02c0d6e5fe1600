import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { jsonList, jsonObject, onlyOf, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { menuItems, menuOptions, optionGroups, orderItems } from '#server/db/schema/index.ts'
import type { MenuOption } from '#shared/contracts/menu/options.ts'
import { soldOutUntilSql } from '../portions-repo.ts'

/** A stored group with its options in their order. */
export interface GroupRow extends Omit<typeof optionGroups.$inferSelect, 'soldOutChanges'> {
  options: MenuOption[]
}

/** SQL: an option that names a dish has that dish's names, allergens and "sold out today". */
const ofDish = (own: SQL, dishColumn: SQL) =>
  sql`case when ${menuOptions.menuItemId} is null then ${own} else ${dishColumn} end`

const optionJson = jsonObject<Omit<MenuOption, 'isBroken'>>({
  id: menuOptions.id,
  name: ofDish(sql`${menuOptions.name}`, sql`${menuItems.name}`),
  nameRo: ofDish(sql`${menuOptions.nameRo}`, sql`${menuItems.nameRo}`),
  price: menuOptions.price,
  times: menuOptions.times,
  allergenCodes: ofDish(sql`${menuOptions.allergenCodes}`, sql`${menuItems.allergenCodes}`),
  menuItemId: menuOptions.menuItemId,
  preselected: menuOptions.preselected,
  isActive: menuOptions.isActive,
  soldOutUntil: ofDish(sql`${menuOptions.soldOutUntil}`, sql`${soldOutUntilSql}`),
  isUndeclared: sql<
    true | null
  >`case when cardinality(${menuItems.allergenCodes}) = 0 and ${menuItems.allergens} is null
    and not ${menuItems.allergensChecked} then true end`,
  takeawayFee: menuItems.takeawayFee,
})

export const groupJson = jsonObject<GroupRow>({
  id: optionGroups.id,
  name: optionGroups.name,
  nameRo: optionGroups.nameRo,
  dishId: optionGroups.dishId,
  without: optionGroups.without,
  min: optionGroups.min,
  max: optionGroups.max,
  version: optionGroups.version,
  options: sql`(select ${jsonList(optionJson, sql`${menuOptions.position}, ${menuOptions.id}`)} from ${menuOptions}
    left join ${menuItems} on ${menuItems.id} = ${menuOptions.menuItemId} where ${menuOptions.groupId} = ${optionGroups.id})`,
})

/** Reads all groups, or those with these ids. */
export async function readGroups(db: Reader, ids?: readonly number[]): Promise<GroupRow[]> {
  const rows = await db
    .select({ group: groupJson })
    .from(optionGroups)
    .where(ids && inArray(optionGroups.id, [...ids]))
    .orderBy(asc(optionGroups.id))
  return rows.map(({ group }) => group)
}

const groupsOfDishesQuery = prepared((db) =>
  db
    .select({ group: groupJson })
    .from(optionGroups)
    .where(
      sql`${optionGroups.id} in (select unnest(option_group_ids) from menu_items
        where menu_items.id = any(${sql.placeholder('ids')}::bigint[]))`,
    )
    .prepare('groups_of_dishes'),
)

/** Reads the groups of dishes by id. */
export async function groupsOfDishes(db: Reader, dishIds: readonly number[]): Promise<Map<number, GroupRow>> {
  const rows = await groupsOfDishesQuery(db).execute({ ids: `{${dishIds.join(',')}}` })
  return new Map(rows.map(({ group }) => [group.id, group]))
}

const named = { id: menuOptions.id, menuItemId: menuOptions.menuItemId }
const isAmongIds = sql`${menuOptions.id} = any(${sql.placeholder('ids')}::bigint[])`
const namedByOptionsQuery = prepared((db) =>
  db.select(named).from(menuOptions).where(isAmongIds).prepare('named_by_options'),
)

/** Reads the existing options among these ids, with the dishes that they name. */
export function existingOptions(db: Reader, ids: readonly number[]) {
  return namedByOptionsQuery(db).execute({ ids: `{${ids.join(',')}}` })
}

/** Reads which dishes have which groups. */
export function readUses(db: Reader): Promise<{ id: number; optionGroupIds: number[] }[]> {
  const { id, optionGroupIds } = menuItems
  return db.select({ id, optionGroupIds }).from(menuItems).where(sql`cardinality(${optionGroupIds}) > 0`).orderBy(id)
}

export async function countOptions(tx: Tx): Promise<{ groups: number; options: number }> {
  return { groups: await tx.$count(optionGroups), options: await tx.$count(menuOptions) }
}

type GroupValues = Pick<GroupRow, 'name' | 'nameRo' | 'without' | 'min' | 'max'>

export async function insertGroup(tx: Tx, values: GroupValues & Pick<GroupRow, 'dishId'>): Promise<number> {
  return (await onlyOf(tx.insert(optionGroups).values(values).returning({ id: optionGroups.id }))).id
}

/** Changes a group and raises its version. */
export async function updateGroup(tx: Tx, id: number, values: GroupValues): Promise<void> {
  const changed = { ...values, version: sql`${optionGroups.version} + 1` }
  await tx.update(optionGroups).set(changed).where(eq(optionGroups.id, id))
}

type OptionValues = Omit<typeof menuOptions.$inferInsert, 'groupId' | 'position' | 'soldOutUntil'> & {
  id?: number | undefined
}

/** Replaces the options of a group; remaining ones keep `soldOutUntil`. */
export async function writeOptions(tx: Tx, groupId: number, options: readonly OptionValues[]): Promise<void> {
  const ids = options.flatMap(({ id }) => id ?? [])
  const isOther = ids.length > 0 ? notInArray(menuOptions.id, ids) : undefined
  await tx.delete(menuOptions).where(and(eq(menuOptions.groupId, groupId), isOther))
  for (const [index, { id, ...option }] of options.entries()) {
    const values = { ...option, position: index + 1 }
    if (id === undefined) await tx.insert(menuOptions).values({ ...values, groupId })
    else await tx.update(menuOptions).set(values).where(eq(menuOptions.id, id))
  }
}

/** Deletes a group and raises the versions of its dishes. */
export async function deleteGroup(tx: Tx, id: number, now: Date): Promise<void> {
  const { optionGroupIds: ids, version } = menuItems
  const removed = {
    optionGroupIds: sql`array(select one from unnest(${ids}) one where one <> ${id})`,
    version: sql`${version} + 1`,
  }
  const hasGroup = sql`${id} = any(${ids})`
  await tx
    .update(menuItems)
    .set({ ...removed, updatedAt: now })
    .where(hasGroup)
  await tx.delete(optionGroups).where(eq(optionGroups.id, id))
}

/** Gives a dish its own group before its others. The version stays, so that an open editor can be saved. */
export async function prependGroup(tx: Tx, dishId: number, groupId: number): Promise<void> {
  const optionGroupIds = sql`array_prepend(${groupId}::bigint, ${menuItems.optionGroupIds})`
  await tx.update(menuItems).set({ optionGroupIds }).where(eq(menuItems.id, dishId))
}

/** Whether an option names a dish that has a required group. */
export async function hasNestedOptions(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from ${menuOptions}
    join ${menuItems} on ${menuItems.id} = ${menuOptions.menuItemId}
    join ${optionGroups} on ${optionGroups.id} = any(${menuItems.optionGroupIds})
    where ${optionGroups.min} > 0 limit 1`)
  return rows.length > 0
}

export async function writeOptionSoldOut(tx: Tx, groupId: number, id: number, soldOutUntil: Date | null) {
  await tx.update(menuOptions).set({ soldOutUntil }).where(eq(menuOptions.id, id))
  await touchGroups(tx, sql`${optionGroups.id} = ${groupId}`)
}

async function touchGroups(tx: Tx, which: SQL): Promise<void> {
  const soldOutChanges = sql`${optionGroups.soldOutChanges} + 1`
  await tx.update(optionGroups).set({ soldOutChanges }).where(which)
}

export async function lastLineId(db: Reader): Promise<number> {
  const [row] = await db.select({ last: sql<string | null>`max(${orderItems.id})` }).from(orderItems)
  return Number(row?.last ?? 0)
}

/** Clears the ids of deleted options in the order lines with ids above `after`, up to `upTo`. */
export async function detachOptions(tx: Tx, optionIds: readonly number[], after: number, upTo: number): Promise<void> {
  const ids = JSON.stringify(optionIds)
  await tx.execute(sql`update ${orderItems} set options = (
      select jsonb_agg(case when ${ids}::jsonb @> (option -> 'id') then option || '{"id":null}' else option end order by n)
      from jsonb_array_elements(${orderItems.options}) with ordinality as chosen (option, n))
    where ${orderItems.id} > ${after} and ${orderItems.id} <= ${upTo} and ${orderItems.options} <> '[]'
      and exists (select from jsonb_array_elements(${orderItems.options}) option where ${ids}::jsonb @> (option -> 'id'))`)
}
