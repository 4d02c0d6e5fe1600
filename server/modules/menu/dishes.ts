import { isDeepStrictEqual } from 'node:util'
import { type Database, inTransaction } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import type { MenuItem } from '#shared/contracts/menu.ts'
import type { DishChange, DishInput } from '#shared/contracts/menu-editing.ts'
import { categoryNamed } from './categories.ts'
import { type DishValues, deleteDishes, forgetInLines, insertDish, updateDish } from './dish-repo.ts'
import { inMenu, lockedDish } from './lock.ts'
import { type DishRow, lockMenu } from './repo.ts'
import { dishView } from './view.ts'

/*
 * What an owner does with single dishes (docs/product.md#menu-items).
 */

/** How many lines of orders forget a deleted dish in one step. */
const LINES_AT_ONCE = 5_000

/** @returns the body of the 201: the stored one, if this attempt was answered before */
export function addDish(
  db: Database,
  { input, attempt, now }: { input: DishInput; attempt: Attempt | undefined; now: Date },
): Promise<string> {
  const { category, categoryRo, ...fields } = input
  return inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    await lockMenu(tx)
    const categoryId = await categoryNamed(tx, category, categoryRo)
    const id = await insertDish(tx, { ...fields, categoryId }, now)
    const answer = JSON.stringify(dishView(await lockedDish(tx, id), now))
    if (attempt) storeAnswer(last, attempt, { answer, orderId: null, now })
    return answer
  })
}

export interface Saving {
  id: number
  /** The version that the caller saw; undefined for whatever it is now. */
  since?: number | undefined
  /** What changes of the dish as it is. */
  change: (dish: DishRow) => DishChange
  owner: Viewer
  now: Date
}

/**
 * Changes a dish. One that would be as it was keeps its version, and is answered whatever version the caller saw: the
 * change may have been made already, and its answer lost.
 * @throws AppError `not_found`; `dish_changed` with the dish as it is
 */
export function saveDish(db: Database, { id, since, change, owner, now }: Saving): Promise<MenuItem> {
  return inMenu(db, async (tx) => {
    const before = await lockedDish(tx, id)
    const { category = before.category, categoryRo = '', ...fields } = change(before)
    const changed: Partial<DishValues> = Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof DishRow])),
    )
    const moves = category !== before.category
    const names = categoryRo !== '' && before.categoryRo === ''
    if (!moves && !names && Object.keys(changed).length === 0) return dishView(before, now)
    if (since !== undefined && since !== before.version) {
      throw new AppError('dish_changed', { item: dishView(before, now) })
    }
    const categoryId = await categoryNamed(tx, category, categoryRo)
    if (moves) changed.categoryId = categoryId
    if (Object.keys(changed).length > 0) await updateDish(tx, id, changed, now)
    if (changed.price !== undefined) {
      const details = { dish: before.name, from: before.price, to: changed.price }
      await noteInJournal(tx, owner, 'price_changed', details, now)
    }
    return dishView(await lockedDish(tx, id), now)
  })
}

/** @throws AppError `not_found` */
export async function removeDish(db: Database, id: number): Promise<void> {
  // Before the menu and the carts are locked, and in short steps: years of orders may name a dish.
  while ((await inTransaction(db, (tx) => forgetInLines(tx, id, LINES_AT_ONCE))) === LINES_AT_ONCE);
  await inMenu(db, async (tx) => {
    if ((await deleteDishes(tx, [id])) === 0) throw new AppError('not_found')
  })
}
