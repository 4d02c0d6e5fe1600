import type { Database, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import type { Language } from '#shared/domain/language.ts'
import { changeMenu } from '../lock.ts'
import { inWorker } from './in-worker.ts'
import type { Changes, Job, Source } from './job.ts'
import {
  completeStoredImport,
  insertCategories,
  insertDishes,
  type LastImport,
  readMenuText,
  renameCategories,
  storeMenuBefore,
  updateDishes,
} from './repo.ts'

/*
 * CSV imports, pasted price lists and bulk changes (docs/product/menu.md#menu-csv, #menu-price-list, #menu-bulk).
 */

/** `MenuText.dishes` of a menu without dishes. */
const NO_DISHES = '[]'

export interface ImportInput {
  source: Source
  isPreview: boolean
  /** The mark (`MenuText.mark`) of the menu that the caller previewed; undefined to skip the comparison. */
  previewedMark: string | undefined
  /** Rejects a menu that has dishes. */
  needsEmptyMenu?: boolean
  owner: Viewer
  language: Language
  now: Date
}

/**
 * Imports all rows of a source or none; a preview writes nothing.
 * @returns the body of the response as JSON
 * @throws AppError `unknown_columns` with their headings, `bad_rows` with the bad rows, `menu_changed`,
 * `menu_not_empty`
 */
export function makeImport(db: Database, importing: ImportInput): Promise<string> {
  if (importing.isPreview) return planImport(db, importing).then(({ response }) => response)
  // The plan is valid only while the menu stays the same, so the lock is held until everything is written.
  return changeMenu(db, async (tx) => {
    const { response, changes } = await planImport(tx, importing)
    if (changes.added > 0 || changes.changed > 0) await writeImport(tx, changes, importing)
    return response
  })
}

async function planImport(db: Database, importing: ImportInput) {
  const { source, isPreview, previewedMark, needsEmptyMenu, language } = importing
  const menu = await readMenuText(db)
  if (needsEmptyMenu && menu.dishes !== NO_DISHES) throw new AppError('menu_not_empty')
  if (previewedMark !== undefined && previewedMark !== menu.mark) throw new AppError('menu_changed')
  const job: Extract<Job, { task: 'plan' }> = { task: 'plan', menu, source, isPreview, language }
  const planned = await inWorker(job)
  if (planned.refusal) {
    const { code, ...details } = planned.refusal
    throw new AppError(code, details)
  }
  return planned
}

async function writeImport(tx: Tx, changes: Changes, importing: ImportInput): Promise<void> {
  const { source, owner, now } = importing
  const importRow: Pick<LastImport, 'at' | 'username' | 'kind'> = {
    at: now,
    username: owner.username,
    kind: source.kind,
  }
  await storeMenuBefore(tx, changes, importRow)
  const addedCategories = await insertCategories(tx, changes.newCategories)
  await renameCategories(tx, changes.renamedCategories)
  await updateDishes(tx, changes.changedDishes, now)
  const addedItems = await insertDishes(tx, changes.newDishes, now)
  const { added, changed: count } = changes
  if (source.kind === 'bulk') {
    await noteInJournal(
      tx,
      owner,
      'menu_bulk',
      { what: 'checked' in source.change ? 'allergenCodes' : Object.keys(source.change)[0], count },
      now,
    )
  } else await noteInJournal(tx, owner, 'menu_imported', { what: source.kind, added, count }, now)
  await completeStoredImport(tx, { addedItems, addedCategories }, (await readMenuText(tx)).mark)
}

/** The text of the whole menu as CSV, in the order of the menu; records the export in the journal. */
export async function exportMenu(db: Database, owner: Viewer, now: Date): Promise<string> {
  const csv = await inWorker({ task: 'export', menu: await readMenuText(db, 'menu') })
  await noteInJournal(db, owner, 'exported', { what: 'menu' }, now)
  return csv
}
