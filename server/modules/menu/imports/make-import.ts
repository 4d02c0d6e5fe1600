import type { Database, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { Language } from '#shared/domain/language.ts'
import { inMenu } from '../lock.ts'
import { inWorker } from './in-worker.ts'
import type { Changes, Job, Source } from './job.ts'
import {
  insertCategories,
  insertDishes,
  type LastImport,
  readMenuText,
  renameCategories,
  storeAfter,
  storeBefore,
  updateDishes,
} from './repo.ts'

/*
 * CSV imports, pasted price lists and bulk changes (docs/product/menu.md#menu-csv, #menu-price-list, #menu-bulk).
 */

export interface Importing {
  source: Source
  isPreview: boolean
  /** The hash of the menu that the caller previewed; undefined to skip the comparison. */
  seen: string | undefined
  owner: Viewer
  language: Language
  now: Date
}

/**
 * Imports all rows of a source or none; a preview writes nothing.
 * @returns the body of the response as JSON
 * @throws AppError `bad_rows` with the bad rows, `menu_changed`
 */
export function makeImport(db: Database, importing: Importing): Promise<string> {
  if (importing.isPreview) return work(db, importing).then(({ answer }) => answer)
  // The plan is valid only while the menu stays the same, so the lock is held until everything is written.
  return inMenu(db, async (tx) => {
    const { answer, changes } = await work(tx, importing)
    if (changes.added > 0 || changes.changed > 0) await write(tx, changes, importing)
    return answer
  })
}

async function work(db: Database, { source, isPreview, seen, language }: Importing) {
  const menu = await readMenuText(db)
  if (seen !== undefined && seen !== menu.mark) throw new AppError('menu_changed')
  const job: Extract<Job, { task: 'plan' }> = { task: 'plan', menu, source, isPreview, language }
  const planned = await inWorker(job)
  if (planned.bad) throw new AppError('bad_rows', { bad: planned.bad })
  return planned
}

async function write(tx: Tx, changes: Changes, importing: Importing): Promise<void> {
  const { source, owner, now } = importing
  const made: Pick<LastImport, 'at' | 'username' | 'kind'> = { at: now, username: owner.username, kind: source.kind }
  await storeBefore(tx, changes, made)
  const addedCategories = await insertCategories(tx, changes.newCategories)
  await renameCategories(tx, changes.renamedCategories)
  await updateDishes(tx, changes.changedDishes, now)
  const addedItems = await insertDishes(tx, changes.newDishes, now)
  const { added, changed: count } = changes
  if (source.kind === 'bulk') {
    await noteInJournal(tx, owner, 'menu_bulk', { what: Object.keys(source.change)[0], count }, now)
  } else await noteInJournal(tx, owner, 'menu_imported', { what: source.kind, added, count }, now)
  await storeAfter(tx, { addedItems, addedCategories }, (await readMenuText(tx)).mark)
}

/** The text of the whole menu as CSV; records the export in the journal. */
export async function exportMenu(db: Database, owner: Viewer, now: Date): Promise<string> {
  const csv = await inWorker({ task: 'export', menu: await readMenuText(db) })
  await noteInJournal(db, owner, 'exported', { what: 'menu' }, now)
  return csv
}
