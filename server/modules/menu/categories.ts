import type { Database, Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { positionAfter } from '#server/platform/list-position.ts'
import type { Received } from '#shared/contracts/endpoint.ts'
import type { MenuCategory } from '#shared/contracts/menu.ts'
import type * as contract from '#shared/contracts/menu-editing.ts'
import {
  type CategoryRow,
  categoryById,
  categoryByName,
  countCategories,
  dropCategory,
  hasDishes,
  insertCategory,
  placeCategory,
  raiseVersionsOf,
  updateCategory,
} from './category-repo.ts'
import { inMenu } from './lock.ts'
import { readCategories } from './repo.ts'

/*
 * What an owner does with categories (docs/product.md#menu-edit-categories).
 */

/**
 * The category of a dish, by its name: a new one is appended. The Romanian name is taken where the category has none.
 * @returns its id
 */
export async function categoryNamed(tx: Tx, name: string, nameRo: string): Promise<number> {
  const known = await categoryByName(tx, name)
  if (known && known.nameRo === '' && nameRo !== '') await updateCategory(tx, known.id, { nameRo })
  const { id } = known ?? (await insertCategory(tx, { name, nameRo }))
  return id
}

/** @throws AppError `category_exists` */
export function addCategory(db: Database, names: Pick<CategoryRow, 'name' | 'nameRo'>): Promise<MenuCategory> {
  return inMenu(db, async (tx) => {
    if (await categoryByName(tx, names.name)) throw new AppError('category_exists')
    const { id } = await insertCategory(tx, names)
    return shown(tx, id)
  })
}

/** @throws AppError `not_found`, `category_name_taken` */
export function renameCategory(
  db: Database,
  id: number,
  { name, nameRo }: Received<typeof contract.changeCategory>['body'],
  now: Date,
): Promise<MenuCategory> {
  return inMenu(db, async (tx) => {
    const before = await lockedCategory(tx, id)
    const after = { name: name ?? before.name, nameRo: nameRo ?? before.nameRo }
    if (after.name !== before.name) {
      if (await categoryByName(tx, after.name)) throw new AppError('category_name_taken')
      await raiseVersionsOf(tx, id, now)
    }
    if (after.name !== before.name || after.nameRo !== before.nameRo) await updateCategory(tx, id, after)
    return shown(tx, id)
  })
}

/**
 * Shows or hides a category.
 * @param idOrName a number is an id
 * @param isActive undefined switches
 * @throws AppError `not_found`
 */
export function showCategory(db: Database, idOrName: string, isActive: boolean | undefined): Promise<MenuCategory> {
  return inMenu(db, async (tx) => {
    const isId = /^\d{1,15}$/.test(idOrName)
    const category = await (isId ? categoryById(tx, Number(idOrName)) : categoryByName(tx, idOrName))
    if (!category) throw new AppError('not_found')
    const after = isActive ?? !category.isActive
    if (after !== category.isActive) await updateCategory(tx, category.id, { isActive: after })
    return shown(tx, category.id)
  })
}

/**
 * Moves a category; the first up and the last down stay where they are.
 * @returns the whole list
 * @throws AppError `not_found`; `place_changed` where it stands elsewhere than the caller saw. InputError for a place
 *   that the list does not have
 */
export function reorderCategory(
  db: Database,
  id: number,
  move: Received<typeof contract.moveCategory>['body'],
): Promise<MenuCategory[]> {
  return inMenu(db, async (tx) => {
    const category = await lockedCategory(tx, id)
    const place = positionAfter(move, { place: category.position, last: await countCategories(tx) })
    if (place !== category.position) await placeCategory(tx, category, place)
    return readCategories(tx)
  })
}

/** @throws AppError `not_found`, `category_in_use` */
export async function removeCategory(db: Database, id: number): Promise<void> {
  await inMenu(db, async (tx) => {
    const category = await lockedCategory(tx, id)
    if (await hasDishes(tx, id)) throw new AppError('category_in_use')
    await dropCategory(tx, category)
  })
}

async function lockedCategory(tx: Tx, id: number): Promise<CategoryRow> {
  const category = await categoryById(tx, id)
  if (!category) throw new AppError('not_found')
  return category
}

async function shown(tx: Tx, id: number): Promise<MenuCategory> {
  const category = (await readCategories(tx)).find((one) => one.id === id)
  if (!category) throw new Error('a locked category is gone')
  return category
}
