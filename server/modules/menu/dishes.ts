import { isDeepStrictEqual } from 'node:util'
import { type Database, inTransaction } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishChange, DishInput } from '#shared/contracts/menu/menu-editing.ts'
import { categoryNamed } from './categories.ts'
import { type DishValues, deleteDishes, forgetInLines, insertDish, updateDish } from './dish-repo.ts'
import { inMenu, lockedDish } from './lock.ts'
import { type DishRow, lockMenu } from './repo.ts'
import { dishView } from './view.ts'

/*
 * Adding, changing and deleting a dish (docs/product/menu.md#menu-items).
 */

/** Order lines that are detached from a deleted dish in one transaction. */
const LINES_BATCH_SIZE = 5_000

/** Adds a dish. @returns the body of the response; the stored one if this attempt was answered before */
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
  /** The version that the caller saw; undefined to skip the comparison. */
  since?: number | undefined
  /** Returns the changed fields for the stored dish. */
  change: (dish: DishRow) => DishChange
  owner: Viewer
  now: Date
}

/**
 * Changes a dish. A change without effect keeps the version and succeeds even with an outdated `since`: it may be the
 * repetition of a change whose response was lost.
 * @throws AppError `not_found`; `dish_changed` with the current dish
 */
export function saveDish(db: Database, { id, since, change, owner, now }: Saving): Promise<MenuItem> {
  return inMenu(db, async (tx) => {
    const before = await lockedDish(tx, id)
    const { category = before.category, categoryRo = '', ...fields } = change(before)
    const changed: Partial<DishValues> = Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof DishRow])),
    )
    const isMoved = category !== before.category
    const namesCategory = categoryRo !== '' && before.categoryRo === ''
    if (!isMoved && !namesCategory && Object.keys(changed).length === 0) return dishView(before, now)
    if (since !== undefined && since !== before.version) {
      throw new AppError('dish_changed', { item: dishView(before, now) })
    }
    const categoryId = await categoryNamed(tx, category, categoryRo)
    if (isMoved) changed.categoryId = categoryId
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
  // In small batches before the menu and the carts are locked: years of orders may refer to the dish.
  while ((await inTransaction(db, (tx) => forgetInLines(tx, id, LINES_BATCH_SIZE))) === LINES_BATCH_SIZE);
  await inMenu(db, async (tx) => {
    if ((await deleteDishes(tx, [id])) === 0) throw new AppError('not_found')
  })
}
