import { type Database, inLocked, inTransaction, lock, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { addUploadedPicture } from '#server/modules/pictures/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { differing, refuseStale } from '#server/platform/change.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { moveInList } from '#server/platform/list-position.ts'
import type { Move } from '#shared/contracts/base/lists.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishChange, DishInput, DishPosition, SoldOutResponse } from '#shared/contracts/menu/menu-editing.ts'
import { namesAfter } from '#shared/domain/menu/published-dish.ts'
import { nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { findCategory, findOrAddCategory } from './categories.ts'
import type { DishValues } from './editing-repo.ts'
import * as dishRepo from './editing-repo.ts'
import { checkedGroupIds, refuseNesting } from './options/groups.ts'
import { deletePortions, writePortions } from './portions-repo.ts'
import { type DishRow, dishById, lockedDish, readDishView } from './repo.ts'

/* Adding, changing and deleting a dish, and setting its picture (docs/product/menu.md#menu-items). */

/** The number of order lines that are detached from a deleted dish in one transaction. */
const LINES_BATCH_SIZE = 5_000

export async function addDish(tx: Tx, { category, categoryRo, ...fields }: DishInput, now: Date): Promise<MenuItem> {
  await lock(tx, 'menu')
  const categoryId = await findOrAddCategory(tx, category, categoryRo)
  const optionGroupIds = await checkedGroupIds(tx, fields.optionGroupIds ?? [], undefined)
  const id = await dishRepo.insertDish(tx, { ...fields, optionGroupIds, categoryId }, now)
  return readDishView(tx, await lockedDish(tx, id), now)
}

interface DishSaveInput {
  id: number
  /** The version that the caller saw; undefined to skip the comparison. */
  expectedVersion?: number | undefined
  /** Returns the changed fields for the stored dish. */
  change: (dish: DishRow) => DishChange
  owner: Viewer
  now: Date
}

/** Changes a dish. A change without effect keeps the version. */
export function saveDish(db: Database, { id, expectedVersion, change, owner, now }: DishSaveInput): Promise<MenuItem> {
  return inLocked(db, 'menu', async (tx) => {
    const before = await lockedDish(tx, id)
    const { category: named = before.category, categoryRo = '', ...fields } = change(before)
    if (fields.optionGroupIds) fields.optionGroupIds = await checkedGroupIds(tx, fields.optionGroupIds, before)
    const differences = differing(before, { ...fields, ...namesAfter(before, fields) })
    const changed: Partial<DishValues> = { ...differences }
    const category = named === before.category ? named : ((await findCategory(tx, named))?.name ?? named)
    const isMoved = category !== before.category
    const namesCategory = categoryRo !== '' && before.categoryRo === ''
    if (!isMoved && !namesCategory && !differences) return readDishView(tx, before, now)
    const details = async () => ({ item: await readDishView(tx, before, now) })
    await refuseStale(expectedVersion, before, 'dish_changed', details)
    if (isMoved || namesCategory) {
      const categoryId = await findOrAddCategory(tx, category, categoryRo)
      if (isMoved) changed.categoryId = categoryId
    }
    if (differences || isMoved) await dishRepo.updateDish(tx, id, changed, now)
    if (changed.optionGroupIds) await refuseNesting(tx)
    if (changed.price !== undefined) {
      const prices = { dish: before.name, from: before.price, to: changed.price }
      await noteInJournal(tx, owner, 'price_changed', prices, now)
    }
    return readDishView(tx, await lockedDish(tx, id), now)
  })
}

/** @returns the positions of its whole category */
export function reorderDish(db: Database, id: number, move: Move): Promise<DishPosition[]> {
  return inLocked(db, 'menu', (tx) => moveInList(tx, dishRepo.DISH_ROWS, id, move))
}

/** Detaches the order lines of dishes before the menu is locked to delete them: years of orders may refer to them. */
export async function detachFromOrders(db: Database, ids: readonly number[]): Promise<void> {
  const detachSome = () => inTransaction(db, (tx) => dishRepo.detachOrderLines(tx, ids, LINES_BATCH_SIZE))
  while ((await detachSome()) === LINES_BATCH_SIZE);
}

export async function removeDish(db: Database, id: number): Promise<void> {
  await detachFromOrders(db, [id])
  await inLocked(db, 'menu', async (tx) => {
    if ((await dishRepo.deleteDishes(tx, [id])) === 0) throw new AppError('not_found')
  })
}

/**
 * Stores an uploaded picture and sets it as the dish's picture (docs/product/menu.md#menu-images). The version stays if
 * the dish has this picture already.
 */
export async function setDishImage(
  db: Database,
  store: PictureStore,
  { id, file, owner, now }: { id: number; file: UploadedFile | undefined; owner: Viewer; now: Date },
): Promise<MenuItem> {
  // Checked before the picture is processed. If the dish is deleted meanwhile, the picture stays unused.
  if (!(await dishById(db, id))) throw new AppError('not_found')
  const imageUrl = await addUploadedPicture(db, store, { file, now })
  return saveDish(db, { id, change: () => ({ imageUrl }), owner, now })
}

/* Dishes that are sold out today (docs/product/menu.md#menu-sold-out), and portions (docs/product/menu.md#menu-portions). */

interface SoldOutMark {
  id: number
  soldOut: boolean
  timeZone: string
  now: Date
}

/** Marks a dish as sold out until the next business day begins, or removes that mark. */
export function markSoldOut(db: Database, { id, soldOut, timeZone, now }: SoldOutMark): Promise<SoldOutResponse> {
  return inLocked(db, 'menu', async (tx) => {
    const dish = await lockedDish(tx, id)
    const { businessDayStart } = await readSettings(tx)
    const soldOutUntil = soldOut ? nextBusinessDayStart(now, businessDayStart, timeZone) : null
    await dishRepo.writeSoldOut(tx, id, soldOutUntil)
    // The dish is available again, and nobody has counted its portions.
    if (!soldOut && dish.portionsLeft === 0) await deletePortions(tx, id)
    const view = await readDishView(tx, await lockedDish(tx, id), now)
    return { ...view, heldBy: await dishRepo.readHolders(tx, id, now) }
  })
}

/** Counts portions until the next business day begins; null stops counting. */
export function setPortionsLeft(
  db: Database,
  { id, left, timeZone, now }: Pick<SoldOutMark, 'id' | 'timeZone' | 'now'> & { left: number | null },
): Promise<MenuItem> {
  return inLocked(db, 'menu', async (tx) => {
    await lockedDish(tx, id)
    const { businessDayStart } = await readSettings(tx)
    if (left === null) await deletePortions(tx, id)
    else await writePortions(tx, id, left, nextBusinessDayStart(now, businessDayStart, timeZone))
    return readDishView(tx, await lockedDish(tx, id), now)
  })
}
