import { type Database, inLocked, lock, type Tx } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { differing } from '#server/platform/change.ts'
import { moveInList } from '#server/platform/list-position.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import type * as contract from '#shared/contracts/menu/menu-editing.ts'
import { foldText } from '#shared/domain/text.ts'
import type { CategoryRow, NewCategory } from './editing-repo.ts'
import * as categoryRepo from './editing-repo.ts'
import { readCategories } from './repo.ts'

/* Adding, changing, moving and deleting categories (docs/product/menu.md#menu-edit-categories). */

export async function findCategory(tx: Tx, name: string): Promise<CategoryRow | undefined> {
  return categoryFinder(await categoryRepo.categoriesInOrder(tx)).find(name)
}

/** Returns the id of the category with this name, or of a new last one. A missing Romanian name is stored. */
export async function findOrAddCategory(tx: Tx, name: string, nameRo: string): Promise<number> {
  const existing = await findCategory(tx, name)
  if (existing && existing.nameRo === '' && nameRo !== '')
    await categoryRepo.updateCategory(tx, existing.id, { nameRo })
  const { id } = existing ?? (await categoryRepo.insertCategory(tx, { name, nameRo }))
  return id
}

export async function addCategory(tx: Tx, category: NewCategory): Promise<MenuCategory> {
  await lock(tx, 'menu')
  if ((await categoriesNamedLike(tx, category)).length > 0) throw new AppError('category_exists')
  const { id } = await categoryRepo.insertCategory(tx, category)
  return categoryView(tx, id)
}

/** Lists the other categories with the same name in either language, ignoring case and diacritics. */
async function categoriesNamedLike(tx: Tx, { id, ...names }: CategoryNames & { id?: number }): Promise<CategoryRow[]> {
  const inRomanian = ({ name, nameRo }: CategoryNames) => foldText(nameRo || name)
  return (await categoryRepo.categoriesInOrder(tx)).filter(
    (other) =>
      other.id !== id && (foldText(other.name) === foldText(names.name) || inRomanian(other) === inRomanian(names)),
  )
}

export function saveCategory(
  db: Database,
  id: number,
  { name, nameRo, stationId, vatRate, servedHours }: Received<typeof contract.changeCategory>['body'],
  now: Date,
): Promise<MenuCategory> {
  return inLocked(db, 'menu', async (tx) => {
    const before = await lockedCategory(tx, id)
    const after = { id, name: name ?? before.name, nameRo: nameRo ?? before.nameRo }
    if (after.name !== before.name || after.nameRo !== before.nameRo) {
      // Categories that already had the same name may keep it.
      const old = (await categoriesNamedLike(tx, before)).map((category) => category.id)
      const others = (await categoriesNamedLike(tx, after)).filter((category) => !old.includes(category.id))
      if (others.some((category) => category.name === name)) throw new AppError('category_name_taken')
      if (others.length > 0) throw new AppError('category_exists')
    }
    if (after.name !== before.name) await categoryRepo.raiseVersionsOf(tx, id, now)
    // Only sent fields are written: meanwhile, settings may give the category to another station.
    const change = differing(before, { name, nameRo, stationId, vatRate, servedHours })
    if (change) await categoryRepo.updateCategory(tx, id, change)
    return categoryView(tx, id)
  })
}

/** @param idOrName an id if it is a number @param isActive undefined toggles */
export function setCategoryVisibility(db: Database, idOrName: string, isActive: boolean | undefined) {
  return inLocked(db, 'menu', async (tx) => {
    const isId = /^\d{1,15}$/.test(idOrName)
    const category = required(
      await (isId ? categoryRepo.categoryById(tx, Number(idOrName)) : findCategory(tx, idOrName)),
    )
    const after = isActive ?? !category.isActive
    if (after !== category.isActive) await categoryRepo.updateCategory(tx, category.id, { isActive: after })
    return categoryView(tx, category.id)
  })
}

/** @returns all categories in display order */
export function reorderCategory(db: Database, id: number, move: Received<typeof contract.moveCategory>['body']) {
  return inLocked(db, 'menu', async (tx) => {
    await moveInList(tx, categoryRepo.CATEGORY_ROWS, id, move)
    return readCategories(tx)
  })
}

export async function removeCategory(db: Database, id: number): Promise<void> {
  await inLocked(db, 'menu', async (tx) => {
    await lockedCategory(tx, id)
    if (await categoryRepo.hasDishes(tx, id)) throw new AppError('category_in_use')
    await categoryRepo.dropCategory(tx, id)
  })
}

/** Deletes all categories without dishes. @returns the number of deleted ones */
export function deleteEmptyCategories(db: Database): Promise<number> {
  return inLocked(db, 'menu', categoryRepo.dropEmptyCategories)
}

async function lockedCategory(tx: Tx, id: number): Promise<CategoryRow> {
  return required(await categoryRepo.categoryById(tx, id))
}

async function categoryView(tx: Tx, id: number): Promise<MenuCategory> {
  const category = (await readCategories(tx)).find((row) => row.id === id)
  if (!category) throw new Error('a locked category is gone')
  return category
}

export interface CategoryNames {
  name: string
  nameRo: string
}

/**
 * Finds categories by a name as people write it: by `name` exactly, then ignoring case and diacritics, then by `nameRo`
 * in the same way; the first match in the list wins (docs/product/menu.md#menu-edit-categories).
 * @param categories in display order
 */
export function categoryFinder<Category extends CategoryNames>(categories: readonly Category[]) {
  const byExactName = new Map<string, Category>()
  const byName = new Map<string, Category>()
  const byNameRo = new Map<string, Category>()
  for (const category of categories) add(category)
  return { find, add }

  function find(name: string): Category | undefined {
    const folded = foldText(name)
    return byExactName.get(name) ?? byName.get(folded) ?? byNameRo.get(folded)
  }

  function add(category: Category): void {
    addTo(byExactName, category.name, category)
    addTo(byName, foldText(category.name), category)
    if (category.nameRo !== '') addTo(byNameRo, foldText(category.nameRo), category)
  }
}

function addTo<Category>(categories: Map<string, Category>, key: string, category: Category): void {
  if (!categories.has(key)) categories.set(key, category)
}
