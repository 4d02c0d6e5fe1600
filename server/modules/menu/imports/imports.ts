import type { Database, Reader, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { translator } from '#server/platform/language.ts'
import { workThread } from '#server/platform/limits/work-thread.ts'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import type { lastImport, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import { findCategory } from '../categories.ts'
import { detachFromOrders } from '../dishes.ts'
import { categoryById, deleteDishes, dropCategory, hasDishes, insertCategory, updateCategory } from '../editing-repo.ts'
import { refuseNesting } from '../options/groups.ts'
import { changeMenu } from '../repo.ts'
import { NO_QUESTION } from './csv-requests.ts'
import * as importRepo from './import-repo.ts'
import type { Changes, Job, Results, Source } from './job.ts'

/** Shorter than the 20 s after which the database ends an idle transaction. */
const JOB_TIMEOUT_MS = 15_000

const run = workThread<Job, Results[Job['task']]>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: JOB_TIMEOUT_MS,
  // The number of database connections limits the jobs already: each needs the menu's lock.
  maxWaiting: Number.POSITIVE_INFINITY,
  queue: 'imports',
})

/** @throws Error if the job fails; AppError `unavailable` if it takes longer than `within` ms */
export function inWorker<J extends Job>(job: J, within?: number): Promise<Results[J['task']]> {
  return run(job, within) as Promise<Results[J['task']]>
}

/* CSV imports, price lists and bulk changes (docs/product/menu.md#menu-csv, #menu-price-list, #menu-bulk). */

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
 * `menu_not_empty`, and what `refuseWrongGroups` throws
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
  const menu = await importRepo.readMenuText(db)
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
  await importRepo.storeMenuBefore(tx, changes, { at: now, username: owner.username, kind: source.kind })
  const addedCategories = await importRepo.insertCategories(tx, changes.newCategories)
  if (changes.categoryOrder) await importRepo.orderCategories(tx, changes.categoryOrder)
  await importRepo.renameCategories(tx, changes.renamedCategories)
  await importRepo.updateDishes(tx, changes.changedDishes, now)
  const addedItems = await importRepo.insertDishes(tx, changes.newDishes, now)
  await refuseWrongGroups(tx)
  const { added, changed: count } = changes
  if (source.kind === 'bulk') {
    const what = 'checked' in source.change ? 'allergenCodes' : Object.keys(source.change)[0]
    await noteInJournal(tx, owner, 'menu_bulk', { what, count }, now)
  } else await noteInJournal(tx, owner, 'menu_imported', { what: source.kind, added, count }, now)
  await importRepo.completeStoredImport(tx, { addedItems, addedCategories }, (await importRepo.readMenuText(tx)).mark)
}

/** @throws AppError `options_full`, `option_nesting` */
async function refuseWrongGroups(tx: Tx): Promise<void> {
  if (await importRepo.hasOverfullDish(tx)) throw new AppError('options_full')
  await refuseNesting(tx)
}

/** The text of the whole menu as CSV, in the order of the menu; records the export in the journal. */
export async function exportMenu(db: Database, owner: Viewer, now: Date): Promise<string> {
  const csv = await inWorker({ task: 'export', menu: await importRepo.readMenuText(db, 'menu') })
  await noteInJournal(db, owner, 'exported', { what: 'menu' }, now)
  return csv
}

type DeletionOutcome = MenuOutcome & Required<Pick<MenuOutcome, 'deleted'>>

interface DeletionInput extends Pick<ImportInput, 'isPreview' | 'previewedMark' | 'owner' | 'language' | 'now'> {
  ids: readonly number[]
}

/**
 * Deletes several dishes, all or none (docs/product/menu.md#menu-bulk); what somebody else deletes at the same moment is
 * deleted too. It cannot be undone, and no earlier import can be undone afterwards.
 * @throws AppError `menu_changed`; `dishes_not_found` with the ids that no dish has
 */
export async function deleteSeveral(db: Database, deletion: DeletionInput): Promise<DeletionOutcome> {
  const { isPreview, owner, language, now } = deletion
  const preview = await outcomeOf(db, deletion)
  refuseUnknown(deletion, preview)
  if (isPreview) return preview
  const t = translator(language)
  await detachFromOrders(db, deletion.ids)
  return changeMenu(db, async (tx) => {
    const outcome = await outcomeOf(tx, deletion)
    const ids = outcome.deleted.map(({ id }) => id)
    await deleteDishes(tx, ids)
    await importRepo.deleteStoredImport(tx)
    const count = ids.length
    await noteInJournal(tx, owner, 'menu_bulk', { what: 'delete', count }, now)
    return { ...outcome, message: t('menuCsv.deleted', { count }) }
  })
}

function refuseUnknown({ ids }: DeletionInput, { deleted }: DeletionOutcome): void {
  const known = new Set(deleted.map(({ id }) => id))
  const unknown = [...new Set(ids)].filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw new AppError('dishes_not_found', { unavailable: unknown.map((menuItemId) => ({ menuItemId })) })
}

async function outcomeOf(db: Reader, { ids, previewedMark }: DeletionInput): Promise<DeletionOutcome> {
  const { mark } = await importRepo.readMenuText(db)
  if (previewedMark !== undefined && previewedMark !== mark) throw new AppError('menu_changed')
  const deleted = await importRepo.readNames(db, ids)
  const left = (await importRepo.countMenuDishes(db)) - deleted.length
  const nothing = { added: 0, additions: [], changed: [], cleared: 0, newCategories: [], namesakes: 0 }
  return { ...nothing, ...NO_QUESTION, headings: [], bad: [], unknownIds: 0, deleted, left, menu: mark }
}

/* Undoing the last import (docs/product/menu.md#menu-undo). */

const UNDOABLE_MS = 7 * 24 * 60 * 60 * 1000

const undoableSince = (now: Date) => new Date(now.getTime() - UNDOABLE_MS)

/** The last import within 7 days, and whether it can be undone; null if there is none. */
export async function lastImportOf(db: Database, now: Date): Promise<Answer<typeof lastImport>> {
  const lastImportRow = await importRepo.readLastImport(db, undoableSince(now))
  if (!lastImportRow) return null
  const { at, menuAfter, ...summary } = lastImportRow
  const { mark } = await importRepo.readMenuText(db)
  return { ...summary, at: at.toISOString(), undoable: mark === menuAfter }
}

/**
 * Restores the menu before the last import, unless something that a CSV contains has changed since.
 * @param options `seen`: the time of the import that the caller saw as the last one; undefined to skip the comparison
 * @throws AppError `import_not_undoable`, and what `refuseWrongGroups` throws
 */
export function undoLastImport(
  db: Database,
  { seen, owner, now }: { seen: string | undefined; owner: Viewer; now: Date },
): Promise<void> {
  return changeMenu(db, async (tx) => {
    const lastImportRow = await importRepo.readLastImport(tx, undoableSince(now))
    const { mark } = await importRepo.readMenuText(tx)
    const isSeenImport = seen === undefined || seen === lastImportRow?.at.toISOString()
    if (!isSeenImport || lastImportRow?.menuAfter !== mark) throw new AppError('import_not_undoable')
    const { addedItems, categories, names, addedCategories } = await importRepo.readMenuBefore(tx)
    // First, because it locks the shared carts.
    await deleteDishes(tx, addedItems)
    await importRepo.restoreDishes(tx, await restoreCategories(tx, categories), now)
    await refuseWrongGroups(tx)
    await importRepo.renameCategories(tx, JSON.stringify(names))
    await deleteEmptyCategories(tx, addedCategories)
    await importRepo.deleteStoredImport(tx)
    const { kind: what, added, changed: count } = lastImportRow
    await noteInJournal(tx, owner, 'import_undone', { what, added, count }, now)
  })
}

type StoredCategories = Awaited<ReturnType<typeof importRepo.readMenuBefore>>['categories']

/**
 * Appends the categories that were deleted since the import. If another category has the name now, it is used instead.
 * @returns the new id of each deleted category
 */
async function restoreCategories(tx: Tx, categories: StoredCategories): Promise<{ from: number; to: number }[]> {
  const moved: { from: number; to: number }[] = []
  for (const { id: from, isActive, ...names } of categories) {
    if (await categoryById(tx, from)) continue
    const namesake = await findCategory(tx, names.name)
    const { id: to } = namesake ?? (await insertCategory(tx, names))
    if (!namesake && !isActive) await updateCategory(tx, to, { isActive })
    moved.push({ from, to })
  }
  return moved
}

async function deleteEmptyCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    if ((await categoryById(tx, id)) && !(await hasDishes(tx, id))) await dropCategory(tx, id)
  }
}
