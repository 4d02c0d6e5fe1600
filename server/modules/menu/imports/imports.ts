import { type Database, inLocked, type Reader, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import { REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { type BadRow, CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import type { AnyText } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { categoryFinder } from '../categories.ts'
import { detachFromOrders } from '../dishes.ts'
import * as editing from '../editing-repo.ts'
import { refuseNesting } from '../options/groups.ts'
import { byId, inSnapshot } from '../repo.ts'
import { type RowError, writeCsv } from './csv.ts'
import * as importRepo from './import-repo.ts'
import { type Plan, planChange } from './plan.ts'
import type { ImportedDish, StoredMenu } from './rows.ts'
import type { Source } from './sources.ts'

/* CSV imports, price lists and bulk changes (docs/product/menu.md#menu-csv, #menu-price-list, #menu-bulk). */

export interface ImportInput {
  source: Source
  isPreview: boolean
  /** The `menu` of the outcome that the caller previewed; undefined to skip the comparison. */
  previewedMark: string | undefined
  /** Rejects a menu that has dishes. */
  needsEmptyMenu?: boolean
  /** Writes the other rows where some are bad. */
  skipsBad?: boolean
  owner: Viewer
  language: Language
  now: Date
}

/** Imports all rows of a source or none, unless it skips bad ones; a preview writes nothing. */
export async function makeImport(db: Database, importing: ImportInput): Promise<MenuOutcome> {
  const { source, isPreview, language } = importing
  if (isPreview) return (await planImport(db, importing)).response
  if (source.deletes) {
    await planImport(db, importing)
    await detachFromOrders(db, source.deletes)
  }
  // The plan is valid only while the menu stays the same, so the lock is held until everything is written.
  return inLocked(db, 'menu', async (tx) => {
    const { menu, plan, response } = await planImport(tx, importing)
    if (source.deletes) await deleteAll(tx, source.deletes, importing)
    else if (response.added > 0 || response.changed.length > 0) await writeImport(tx, { menu, plan, importing })
    return { ...response, message: doneMessage(response, language) }
  })
}

async function planImport(db: Reader, importing: ImportInput) {
  const { source, isPreview, previewedMark, needsEmptyMenu, skipsBad, language } = importing
  const menu = await importRepo.readMenuToImport(db)
  if (needsEmptyMenu && menu.dishes.length > 0) throw new AppError('menu_not_empty')
  if (previewedMark !== undefined && previewedMark !== menu.mark) throw new AppError('menu_changed')
  const { rows, errors = [], asksPrices = false, doubtful, names, encoding } = await source.read(menu)
  const plan = await planChange(menu, rows)
  const bad = badRows([...errors, ...plan.errors], language, names)
  if (bad.length > 0 && !isPreview && !skipsBad) throw new AppError('bad_rows', { bad })
  const response: MenuOutcome = { ...plan.outcome, asksPrices, bad, menu: menu.mark, ...(encoding && { encoding }) }
  if (doubtful) {
    const { line, price } = doubtful
    response.doubtfulPrice = { line, price, name: nameOf(line, language, names) }
  }
  if (source.deletes) {
    const chosen = new Set(source.deletes)
    response.deleted = menu.dishes
      .filter(({ id }) => chosen.has(id))
      .map((dish) => pick(dish, ['id', 'name', 'nameRo']))
    response.left -= response.deleted.length
  }
  return { menu, plan, response }
}

const nameOf = (line: number, language: Language, names?: Map<number, Named>) =>
  nameIn(language, names?.get(line) ?? { name: '' }).slice(0, REQUIRED_TEXTS.name)

/** The errors as rows of the response, sorted by line and column, with translated messages. */
function badRows(errors: readonly RowError[], language: Language, names?: Map<number, Named>): BadRow[] {
  const t = translator(language) as AnyText
  const columns: readonly string[] = CSV_COLUMNS
  return errors
    .toSorted((a, b) => a.line - b.line || columns.indexOf(a.column) - columns.indexOf(b.column))
    .map(({ line, column, messageKey }) => {
      const { key, values } = readWording(messageKey)
      // dictionaries.test.ts checks that every key exists.
      const name = nameOf(line, language, names)
      return { line, ...(name && { name }), column, message: t(key, values) }
    })
}

function doneMessage({ added, changed, deleted = [] }: MenuOutcome, language: Language): string {
  const t = translator(language)
  const parts = [
    added > 0 && t('menuCsv.added', { count: added }),
    changed.length > 0 && t('menuCsv.changed', { count: changed.length }),
    deleted.length > 0 && t('menuCsv.deleted', { count: deleted.length }),
  ]
  return parts.filter(Boolean).join(', ') || t('menuCsv.nothing')
}

/** Deletes dishes. This cannot be undone, and ends the undo of earlier imports. */
async function deleteAll(tx: Tx, ids: readonly number[], { owner, now }: ImportInput): Promise<void> {
  const count = await editing.deleteDishes(tx, ids)
  await importRepo.deleteStoredImport(tx)
  await noteInJournal(tx, owner, 'menu_bulk', { what: 'delete', count }, now)
}

async function writeImport(
  tx: Tx,
  { menu, plan, importing }: { menu: StoredMenu; plan: Plan; importing: ImportInput },
): Promise<void> {
  const { source, owner, now } = importing
  const { newCategories, renamedCategories, changedDishes, newDishes } = plan
  const { addedItems, addedCategories } = await writeMenu(tx, {
    categories: [...renamedCategories, ...newCategories],
    dishes: [...changedDishes.map(({ after }) => after), ...newDishes],
    now,
  })
  const [added, changed] = [newDishes.length, plan.outcome.changed.length]
  const { kind, what } = source
  if (kind === 'bulk') await noteInJournal(tx, owner, 'menu_bulk', { what, count: changed }, now)
  else await noteInJournal(tx, owner, 'menu_imported', { what, added, count: changed }, now)
  const dishes = changedDishes.map(({ before }) => before)
  const touched = new Set([...dishes.map(({ category }) => category), ...renamedCategories.map(({ name }) => name)])
  const categories = menu.categories.filter(({ name }) => touched.has(name))
  await importRepo.storeImport(tx, {
    ...{ at: now, username: owner.username, kind, added, changed },
    before: { dishes, categories, addedItems, addedCategories },
    menuAfter: await importRepo.readMark(tx),
  })
}

interface WrittenMenu {
  categories: readonly editing.NewCategory[]
  dishes: readonly (ImportedDish & { id?: number })[]
  now: Date
}

/** Writes dishes, and their categories by name. @returns the ids of new ones */
async function writeMenu(tx: Tx, { categories, dishes, now }: WrittenMenu) {
  const { find, add } = categoryFinder(await editing.categoriesInOrder(tx))
  const addedCategories: number[] = []
  for (const category of categories) {
    const found = find(category.name)
    if (found) await editing.updateCategory(tx, found.id, { nameRo: category.nameRo })
    else {
      const added = await editing.insertCategory(tx, category)
      addedCategories.push(added.id)
      add(added)
    }
  }
  const names = new Set(dishes.map(({ category }) => category))
  const categoryIds = new Map([...names].map((name) => [name, find(name)?.id ?? 0]))
  const ids = await importRepo.saveDishes(tx, dishes, { categoryIds, now })
  if (await importRepo.hasOverfullDish(tx)) throw new AppError('options_full')
  await refuseNesting(tx)
  return { addedItems: ids.filter((_, i) => dishes[i]?.id === undefined), addedCategories }
}

/** The text of the whole menu as CSV, in the order of the menu; records the export in the journal. */
export async function exportMenu(db: Database, owner: Viewer, now: Date): Promise<string> {
  const csv = await writeCsv((await inSnapshot(db, importRepo.readMenuToImport)).dishes)
  await noteInJournal(db, owner, 'exported', { what: 'menu' }, now)
  return csv
}

/* Undoing the last import (docs/product/menu.md#menu-undo). */

const UNDOABLE_MS = 7 * 24 * 60 * 60 * 1000
const undoableSince = (now: Date) => new Date(now.getTime() - UNDOABLE_MS)

/** The last import within 7 days, and whether it can be undone; null if there is none. */
export async function lastImportOf(db: Database, now: Date) {
  const last = await importRepo.readLastImport(db, undoableSince(now))
  if (!last) return null
  const { menuAfter, ...summary } = last
  return { ...summary, undoable: (await importRepo.readMark(db)) === menuAfter }
}

/**
 * Restores the menu before the last import, unless something that a CSV contains has changed since.
 * @param options `seen`: the time of the import that the caller saw as the last one; undefined to skip the comparison
 */
export function undoLastImport(
  db: Database,
  { seen, owner, now }: { seen: string | undefined; owner: Viewer; now: Date },
): Promise<void> {
  return inLocked(db, 'menu', async (tx) => {
    const last = await importRepo.readLastImport(tx, undoableSince(now))
    const menu = await importRepo.readMenuToImport(tx)
    const isSeenImport = seen === undefined || seen === last?.at.toISOString()
    if (!isSeenImport || last?.menuAfter !== menu.mark) throw new AppError('import_not_undoable')
    const { dishes, categories, addedItems, addedCategories } = await importRepo.readMenuBefore(tx)
    // Deleting comes first, because it locks the shared carts.
    await editing.deleteDishes(tx, addedItems)
    const shared = new Set(menu.groups.map(({ id }) => id))
    const current = byId(menu.dishes)
    const restored = dishes.map((dish) => {
      // Groups that were deleted since stay away, and the dish's own ones that were added since stay.
      const own = current.get(dish.id)?.optionGroupIds.filter((id) => !shared.has(id)) ?? []
      const ids = dish.optionGroupIds.filter((id) => shared.has(id) || own.includes(id))
      return { ...dish, optionGroupIds: [...new Set([...ids, ...own])] }
    })
    await writeMenu(tx, { categories, dishes: restored, now })
    for (const id of addedCategories) if (!(await editing.hasDishes(tx, id))) await editing.dropCategory(tx, id)
    await importRepo.deleteStoredImport(tx)
    const { kind: what, added, changed: count } = last
    await noteInJournal(tx, owner, 'import_undone', { what, added, count }, now)
  })
}
