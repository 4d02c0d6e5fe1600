import type { Database, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { Answer } from '#shared/contracts/endpoint.ts'
import type { lastImport } from '#shared/contracts/menu-imports.ts'
import {
  categoryById,
  categoryByName,
  dropCategory,
  hasDishes,
  insertCategory,
  updateCategory,
} from '../category-repo.ts'
import { deleteDishes } from '../dish-repo.ts'
import { inMenu } from '../lock.ts'
import { forgetImport, readBefore, readLastImport, readMenuText, renameCategories, restoreDishes } from './repo.ts'

/*
 * Taking the last import back (docs/product.md#menu-undo).
 */

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const kept = (now: Date) => new Date(now.getTime() - KEPT_MS)

/** The last import, and whether it can be taken back. */
export async function lastImportOf(db: Database, now: Date): Promise<Answer<typeof lastImport>> {
  const last = await readLastImport(db, kept(now))
  if (!last) return null
  const { at, menuAfter, ...said } = last
  const { mark } = await readMenuText(db)
  return { ...said, at: at.toISOString(), undoable: mark === menuAfter }
}

/**
 * Makes the menu what it was before the last import: possible as long as nothing that a CSV holds was changed after it.
 * @param asked `seen`: when the import was made that the caller means; undefined for whichever was the last
 * @throws AppError `import_not_undoable`
 */
export function undoLastImport(
  db: Database,
  { seen, owner, now }: { seen: string | undefined; owner: Viewer; now: Date },
): Promise<void> {
  return inMenu(db, async (tx) => {
    const last = await readLastImport(tx, kept(now))
    const { mark } = await readMenuText(tx)
    const isMeant = seen === undefined || seen === last?.at.toISOString()
    if (!isMeant || last?.menuAfter !== mark) throw new AppError('import_not_undoable')
    const { addedItems, categories, names, addedCategories } = await readBefore(tx)
    // First: it locks shared carts, which the others touch.
    await deleteDishes(tx, addedItems)
    await restoreDishes(tx, await bringBack(tx, categories), now)
    await renameCategories(tx, JSON.stringify(names))
    await dropEmpty(tx, addedCategories)
    await forgetImport(tx)
    const { kind: what, added, changed: count } = last
    await noteInJournal(tx, owner, 'import_undone', { what, added, count }, now)
  })
}

type Kept = Awaited<ReturnType<typeof readBefore>>['categories']

/**
 * Brings back categories that were deleted meanwhile, as they were, at the end; one whose name another category has now
 * is that one.
 */
async function bringBack(tx: Tx, categories: Kept): Promise<{ from: number; to: number }[]> {
  const moved: { from: number; to: number }[] = []
  for (const { id: from, isActive, ...names } of categories) {
    if (await categoryById(tx, from)) continue
    const namesake = await categoryByName(tx, names.name)
    const { id: to } = namesake ?? (await insertCategory(tx, names))
    if (!namesake && !isActive) await updateCategory(tx, to, { isActive })
    moved.push({ from, to })
  }
  return moved
}

async function dropEmpty(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const category = await categoryById(tx, id)
    if (category && !(await hasDishes(tx, id))) await dropCategory(tx, category)
  }
}
