import type { Database, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import type { lastImport } from '#shared/contracts/menu/menu-imports.ts'
import { categoryCalled } from '../categories/categories.ts'
import { categoryById, dropCategory, hasDishes, insertCategory, updateCategory } from '../categories/category-repo.ts'
import { deleteDishes } from '../dish-repo.ts'
import { changeMenu } from '../lock.ts'
import {
  deleteStoredImport,
  readLastImport,
  readMenuBefore,
  readMenuText,
  renameCategories,
  restoreDishes,
} from './repo.ts'

/*
 * Undoing the last import (docs/product/menu.md#menu-undo).
 */

const UNDOABLE_MS = 7 * 24 * 60 * 60 * 1000

const undoableSince = (now: Date) => new Date(now.getTime() - UNDOABLE_MS)

/** The last import within 7 days, and whether it can be undone; null if there is none. */
export async function lastImportOf(db: Database, now: Date): Promise<Answer<typeof lastImport>> {
  const lastImportRow = await readLastImport(db, undoableSince(now))
  if (!lastImportRow) return null
  const { at, menuAfter, ...summary } = lastImportRow
  const { mark } = await readMenuText(db)
  return { ...summary, at: at.toISOString(), undoable: mark === menuAfter }
}

/**
 * Restores the menu before the last import, unless something that a CSV contains has changed since.
 * @param options `seen`: the time of the import that the caller saw as the last one; undefined to skip the comparison
 * @throws AppError `import_not_undoable`
 */
export function undoLastImport(
  db: Database,
  { seen, owner, now }: { seen: string | undefined; owner: Viewer; now: Date },
): Promise<void> {
  return changeMenu(db, async (tx) => {
    const lastImportRow = await readLastImport(tx, undoableSince(now))
    const { mark } = await readMenuText(tx)
    const isSeenImport = seen === undefined || seen === lastImportRow?.at.toISOString()
    if (!isSeenImport || lastImportRow?.menuAfter !== mark) throw new AppError('import_not_undoable')
    const { addedItems, categories, names, addedCategories } = await readMenuBefore(tx)
    // First, because it locks the shared carts.
    await deleteDishes(tx, addedItems)
    await restoreDishes(tx, await restoreCategories(tx, categories), now)
    await renameCategories(tx, JSON.stringify(names))
    await deleteEmptyCategories(tx, addedCategories)
    await deleteStoredImport(tx)
    const { kind: what, added, changed: count } = lastImportRow
    await noteInJournal(tx, owner, 'import_undone', { what, added, count }, now)
  })
}

type StoredCategories = Awaited<ReturnType<typeof readMenuBefore>>['categories']

/**
 * Appends the categories that were deleted since the import. If another category has the name now, it is used instead.
 * @returns the new id of each deleted category
 */
async function restoreCategories(tx: Tx, categories: StoredCategories): Promise<{ from: number; to: number }[]> {
  const moved: { from: number; to: number }[] = []
  for (const { id: from, isActive, ...names } of categories) {
    if (await categoryById(tx, from)) continue
    const namesake = await categoryCalled(tx, names.name)
    const { id: to } = namesake ?? (await insertCategory(tx, names))
    if (!namesake && !isActive) await updateCategory(tx, to, { isActive })
    moved.push({ from, to })
  }
  return moved
}

async function deleteEmptyCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const category = await categoryById(tx, id)
    if (category && !(await hasDishes(tx, id))) await dropCategory(tx, category)
  }
}
