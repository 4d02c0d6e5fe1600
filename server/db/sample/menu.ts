import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PictureStoreOptions } from '#server/platform/files/pictures.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { NUTRIENTS } from '#shared/domain/menu/nutrients.ts'
import type { TakeawayFee } from '#shared/domain/menu/options.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { onlyOf, type Tx } from '../index.ts'
import { menuItems, menuOptions, optionGroups } from '../schema/index.ts'

let dishes: readonly DishInput[] | undefined

/** The dishes of menu.csv, an export of the menu in printed order. Read once, when somebody needs them. */
export function sampleMenu(): readonly DishInput[] {
  dishes ??= parse(readFileSync(new URL('./menu.csv', import.meta.url)), { bom: true, columns: true }).map(dishOf)
  return dishes
}

const listOf = (cell = '') => (cell === '' ? [] : cell.split('|'))

function dishOf(row: unknown): DishInput {
  const cells = row as Record<string, string>
  const nutrients = NUTRIENTS.map((nutrient) => [nutrient, cells[nutrient] ? Number(cells[nutrient]) : null] as const)
  return z.parse(dishInputSchema, {
    ...cells,
    price: Number(cells.price),
    tags: listOf(cells.tags),
    allergens: cells.allergens || null,
    allergenCodes: listOf(cells.allergenCodes),
    nutritionalValues: nutrients.some(([, value]) => value !== null) ? Object.fromEntries(nutrients) : null,
    isActive: cells.isActive === 'true',
    allergensChecked: cells.allergensChecked === 'true',
  })
}

/** Which dishes of the sample something is for: by Romanian name, or all of a category, by English name. */
interface Whose {
  dishes?: string[]
  categories?: string[]
}

/** A plain option has names, any other one names a dish, by Romanian name. */
type SampleOption = Partial<typeof menuOptions.$inferInsert> & { dish?: string }

interface SampleOptions {
  groups: (typeof optionGroups.$inferInsert & Whose & { options: SampleOption[] })[]
  setMenus: {
    category: string
    categoryRo: string
    /** The dishes; the `slots` of a set menu are English names of groups. */
    dishes: (Pick<DishInput, 'name' | 'nameRo' | 'description' | 'descriptionRo' | 'price'> & { slots: string[] })[]
  }
  takeawayFees: (TakeawayFee & Whose)[]
}

export function sampleOptions(): SampleOptions {
  return JSON.parse(readFileSync(new URL('./options.json', import.meta.url), 'utf8')) as SampleOptions
}

/** Writes the groups of the sample, its set menus into their category, and its fees. @returns the set menus */
export async function writeSampleOptions(
  tx: Tx,
  dishes: readonly { id: number; nameRo: string; category: string }[],
  { categoryId, now }: { categoryId: number; now: Date },
) {
  const { groups, setMenus, takeawayFees } = sampleOptions()
  const idOf = (nameRo: string) => dishes.find((dish) => dish.nameRo === nameRo)?.id
  const idsFor = ({ dishes: named = [], categories = [] }: Whose) =>
    dishes.filter((dish) => named.includes(dish.nameRo) || categories.includes(dish.category)).map(({ id }) => id)
  const groupIds = new Map<string, number>()
  for (const { options, dishes: _, categories: __, ...group } of groups) {
    const { id: groupId } = await onlyOf(tx.insert(optionGroups).values(group).returning({ id: optionGroups.id }))
    groupIds.set(group.name, groupId)
    await tx.insert(menuOptions).values(
      options.map(({ dish, name = '', ...option }, i) => {
        return { ...option, name, menuItemId: dish === undefined ? null : idOf(dish), groupId, position: i + 1 }
      }),
    )
  }
  const isFor = (whose: Whose) => inArray(menuItems.id, idsFor(whose))
  for (const group of groups) {
    const optionGroupIds = sql`${menuItems.optionGroupIds} || ${groupIds.get(group.name) ?? 0}::bigint`
    await tx.update(menuItems).set({ optionGroupIds }).where(isFor(group))
  }
  for (const { dishes: named = [], categories = [], ...takeawayFee } of takeawayFees)
    await tx
      .update(menuItems)
      .set({ takeawayFee })
      .where(isFor({ dishes: named, categories }))
  const { id, name, nameRo, price } = menuItems
  const menus = setMenus.dishes.map(({ slots, ...menu }, i) => {
    const optionGroupIds = slots.map((slot) => groupIds.get(slot) ?? 0)
    const placed = { categoryId, position: i + 1, createdAt: now, updatedAt: now }
    return { ...menu, ...placed, isSetMenu: true, optionGroupIds }
  })
  return tx.insert(menuItems).values(menus).returning({ id, name, nameRo, price })
}

/** A folder for each picture, named by its hash, with a file for each width: they are encoded already. */
const PICTURES = fileURLToPath(new URL('./pictures', import.meta.url))

/** Stores the pictures of the sample's dishes and promotions. */
export async function storeSamplePictures(store: PictureStore, beforeStore: PictureStoreOptions['beforeStore']) {
  for (const hash of await readdir(PICTURES)) {
    await beforeStore(hash)
    if (await store.has(hash)) continue
    const files = PICTURE_WIDTHS.map(
      async (width) => [width, await readFile(path.join(PICTURES, hash, `${width}.webp`))] as const,
    )
    await store.put(hash, new Map(await Promise.all(files)))
  }
}
