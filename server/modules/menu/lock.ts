import { type Database, inTransaction, type SendWithCommit, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type DishRow, dishById, lockMenu } from './repo.ts'

/** Runs a change of the menu in one transaction that locks the menu. */
export function changeMenu<Result>(
  db: Database,
  work: (tx: Tx, sendWithCommit: SendWithCommit) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx, sendWithCommit) => {
    await lockMenu(tx)
    return work(tx, sendWithCommit)
  })
}

/** A dish, read while the menu is locked. @throws AppError `not_found` */
export async function lockedDish(tx: Tx, id: number): Promise<DishRow> {
  const dish = await dishById(tx, id)
  if (!dish) throw new AppError('not_found')
  return dish
}
