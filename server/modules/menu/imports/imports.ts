import type { Database, Reader, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { translator } from '#server/platform/language.ts'
import { inTurns } from '#server/platform/limits/turns.ts'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import {
  type BadRow,
  CSV_COLUMNS,
  CSV_MAX_ROWS,
  type lastImport,
  type MenuOutcome,
} from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { pick } from '#shared/domain/objects.ts'
import { findCategory } from '../categories.ts'
import { detachFromOrders } from '../dishes.ts'
import { categoryById, deleteDishes, dropCategory, hasDishes, insertCategory, updateCategory } from '../editing-repo.ts'
import { refuseNesting } from '../options/groups.ts'
import { changeMenu } from '../repo.ts'
import { type FieldChange, requestBulkChange } from './bulk.ts'
import type { ChosenColumns } from './columns.ts'
import { type CsvRow, type RowError, readCsv, writeCsv } from './csv.ts'
import * as importRepo from './import-repo.ts'
import { type Plan, planChange, type StoredMenu } from './plan.ts'
import { readPriceList } from './price-list.ts'
import { type Requests, readRows } from './rows.ts'

/* CSV imports, price lists and bulk changes (docs/product/menu.md#menu-csv, #menu-price-list, #menu-bulk). */

/** Options for reading a file that the file itself does not state. */
export interface CsvOptions {
  takesUnknownIds: boolean
  /** The unit of whole prices; undefined if nobody has said so. */
  prices: 'minor' | 'major' | undefined
  /** The columns that the caller chose for headings. */
  columns: ChosenColumns
}

/** The source of an import. */
export type Source =
  | { kind: 'csv'; file: Uint8Array; options: CsvOptions; currency: Currency }
  | { kind: 'list'; text: string; currency: Currency }
  | { kind: 'bulk'; ids: number[]; change: FieldChange }

export interface ImportInput {
  source: Source
  isPreview: boolean
  /** The `menu` of the outcome that the caller previewed; undefined to skip the comparison. */
  previewedMark: string | undefined
  /** Rejects a menu that has dishes. */
  needsEmptyMenu?: boolean
  owner: Viewer
  language: Language
  now: Date
}

/**
 * Imports all rows of a source or none; a preview writes nothing.
 * @throws AppError `unknown_columns` with their headings, `bad_rows` with the bad rows, `menu_changed`,
 * `menu_not_empty`, and what `refuseWrongGroups` throws
 */
export async function makeImport(db: Database, importing: ImportInput): Promise<MenuOutcome> {
  if (importing.isPreview) return (await planImport(db, importing)).response
  // The plan is valid only while the menu stays the same, so the lock is held until everything is written.
  return changeMenu(db, async (tx) => {
    const { menu, plan, response } = await planImport(tx, importing)
    if (response.added > 0 || response.changed.length > 0) await writeImport(tx, { menu, plan, importing })
    return { ...response, message: doneMessage(response, importing.language) }
  })
}

async function planImport(db: Reader, { source, isPreview, previewedMark, needsEmptyMenu, language }: ImportInput) {
  const menu = await importRepo.readMenuToImport(db)
  if (needsEmptyMenu && menu.dishes.length > 0) throw new AppError('menu_not_empty')
  if (previewedMark !== undefined && previewedMark !== menu.mark) throw new AppError('menu_changed')
  const { requests, errors, asksPrices = false } = await readSource(source, menu)
  const plan = await planChange(menu, requests)
  const bad = badRows([...errors, ...plan.errors], language)
  if (bad.length > 0 && !isPreview) throw new AppError('bad_rows', { bad })
  return { menu, plan, response: { ...plan.outcome, asksPrices, bad, menu: menu.mark } }
}

interface Read extends Requests {
  asksPrices?: boolean
}

/** Reads the rows of a source; refuses a file with undecided headings. @throws AppError `unknown_columns` */
export async function readSource(source: Source, menu: StoredMenu): Promise<Read> {
  if (source.kind === 'bulk') return requestBulkChange(source.ids, source.change, menu)
  const { currency } = source
  if (source.kind === 'csv') return readFile(source, menu)
  const rows: CsvRow[] = []
  const errors: RowError[] = []
  for await (const read of inTurns(readPriceList(source.text))) {
    const isTooMany = rows.length === CSV_MAX_ROWS
    if ('messageKey' in read) errors.push(read)
    else if (!isTooMany) rows.push(read)
    else errors.push({ line: read.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
    if (errors.length === CSV_MAX_ROWS || (isTooMany && 'cells' in read)) break
  }
  const read = await readRows(rows, menu, { takesUnknownIds: false, wholePrices: 'minor', currency })
  return { requests: read.requests, errors: [...errors, ...read.errors] }
}

async function readFile(
  { file, options: { takesUnknownIds, prices, columns }, currency }: Extract<Source, { kind: 'csv' }>,
  menu: StoredMenu,
): Promise<Read> {
  const { unknownHeadings, rows, errors } = await readCsv(file, { chosen: columns, currency })
  if (unknownHeadings.length > 0) throw new AppError('unknown_columns', { columns: unknownHeadings })
  const read = await readRows(rows, menu, { takesUnknownIds, wholePrices: prices ?? 'minor', currency })
  const asksPrices = prices === undefined && areDoubtful(rows)
  return { requests: read.requests, errors: [...errors, ...read.errors], asksPrices }
}

/** Hardly any dish costs less than this in minor units. */
const CHEAP = 1000

/** Whether more than half of the whole prices would be below 10.00 in minor units (docs/product/menu.md#menu-csv-prices). */
function areDoubtful(rows: readonly CsvRow[]): boolean {
  const amounts = rows.flatMap(({ cells }) => readAmount(cells.price ?? '') ?? [])
  // Zero is the same in both units.
  const whole = amounts.filter(({ kind, value }) => kind === 'whole' && value > 0)
  return whole.filter(({ value }) => value < CHEAP).length * 2 > whole.length
}

/** The errors as rows of the response, sorted by line and column, with translated messages. */
function badRows(errors: readonly RowError[], language: Language): BadRow[] {
  const t = translator(language)
  const columns: readonly string[] = CSV_COLUMNS
  return errors
    .toSorted((a, b) => a.line - b.line || columns.indexOf(a.column) - columns.indexOf(b.column))
    .map(({ line, column, messageKey }) => {
      const { key, values } = readWording(messageKey)
      // dictionaries.test.ts checks that every key exists.
      return { line, column, message: t(key as 'menuCsv.price', values) }
    })
}

function doneMessage({ added, changed }: Pick<MenuOutcome, 'added' | 'changed'>, language: Language): string {
  const t = translator(language)
  const parts = [
    added > 0 && t('menuCsv.added', { count: added }),
    changed.length > 0 && t('menuCsv.changed', { count: changed.length }),
  ]
  return parts.filter(Boolean).join(', ') || t('menuCsv.nothing')
}

async function writeImport(
  tx: Tx,
  { menu, plan, importing }: { menu: StoredMenu; plan: Plan; importing: ImportInput },
): Promise<void> {
  const { source, owner, now } = importing
  const { newCategories, renamedCategories, changedDishes, newDishes } = plan
  const addedCategories = await importRepo.insertCategories(tx, newCategories)
  for (const { id, nameRo } of renamedCategories) await updateCategory(tx, id, { nameRo })
  const ids = new Map(menu.categories.map(({ id, name }) => [name, id]))
  for (const [i, { name }] of newCategories.entries()) ids.set(name, addedCategories[i] ?? 0)
  const withId = <Dish extends { category: string }>(dish: Dish) => ({
    ...dish,
    categoryId: ids.get(dish.category) ?? 0,
  })
  await importRepo.updateDishes(
    tx,
    changedDishes.map(({ after }) => withId(after)),
    now,
  )
  const addedItems = await importRepo.insertDishes(tx, newDishes.map(withId), now)
  await refuseWrongGroups(tx)
  const [added, changed] = [newDishes.length, plan.outcome.changed.length]
  const isBulk = source.kind === 'bulk'
  const what = !isBulk ? source.kind : 'checked' in source.change ? 'allergenCodes' : Object.keys(source.change)[0]
  if (isBulk) await noteInJournal(tx, owner, 'menu_bulk', { what, count: changed }, now)
  else await noteInJournal(tx, owner, 'menu_imported', { what, added, count: changed }, now)
  const dishes = changedDishes.map(({ before }) => before)
  const touched = new Set([...dishes.map(({ categoryId }) => categoryId), ...renamedCategories.map(({ id }) => id)])
  const categories = menu.categories.filter(({ id }) => touched.has(id))
  await importRepo.storeImport(tx, {
    ...{ at: now, username: owner.username, kind: source.kind, added, changed },
    before: { dishes, categories, addedItems, addedCategories },
    menuAfter: await importRepo.readMark(tx),
  })
}

/** Checks the groups of imported dishes. @throws AppError `options_full`, `option_nesting` */
async function refuseWrongGroups(tx: Tx): Promise<void> {
  if (await importRepo.hasOverfullDish(tx)) throw new AppError('options_full')
  await refuseNesting(tx)
}

/** The text of the whole menu as CSV, in the order of the menu; records the export in the journal. */
export async function exportMenu(db: Database, owner: Viewer, now: Date): Promise<string> {
  const csv = await writeCsv((await importRepo.readMenuToImport(db)).dishes)
  await noteInJournal(db, owner, 'exported', { what: 'menu' }, now)
  return csv
}

type DeletionOutcome = MenuOutcome & Required<Pick<MenuOutcome, 'deleted'>>

interface DeletionInput extends Pick<ImportInput, 'isPreview' | 'previewedMark' | 'owner' | 'language' | 'now'> {
  ids: readonly number[]
}

/**
 * Deletes several dishes, all or none (docs/product/menu.md#menu-bulk), also those that somebody else is deleting at
 * the moment. This cannot be undone, and ends the undo of earlier imports.
 * @throws AppError `menu_changed`; `dishes_not_found` with the ids that no dish has
 */
export async function deleteSeveral(db: Database, deletion: DeletionInput): Promise<DeletionOutcome> {
  const preview = await outcomeOf(db, deletion)
  const known = new Set(preview.deleted.map(({ id }) => id))
  const unknown = [...new Set(deletion.ids)].filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new AppError('dishes_not_found', { unavailable: unknown.map((menuItemId) => ({ menuItemId })) })
  if (deletion.isPreview) return preview
  await detachFromOrders(db, deletion.ids)
  return changeMenu(db, async (tx) => {
    const outcome = await outcomeOf(tx, deletion)
    const count = outcome.deleted.length
    await deleteDishes(
      tx,
      outcome.deleted.map(({ id }) => id),
    )
    await importRepo.deleteStoredImport(tx)
    await noteInJournal(tx, deletion.owner, 'menu_bulk', { what: 'delete', count }, deletion.now)
    return { ...outcome, message: translator(deletion.language)('menuCsv.deleted', { count }) }
  })
}

async function outcomeOf(db: Reader, { ids, previewedMark }: DeletionInput): Promise<DeletionOutcome> {
  const { dishes, mark: menu } = await importRepo.readMenuToImport(db)
  if (previewedMark !== undefined && previewedMark !== menu) throw new AppError('menu_changed')
  const chosen = new Set(ids)
  const deleted = dishes.filter(({ id }) => chosen.has(id)).map((dish) => pick(dish, ['id', 'name', 'nameRo']))
  const left = dishes.length - deleted.length
  const nothing = { added: 0, additions: [], changed: [], cleared: 0, newCategories: [], duplicates: 0, bad: [] }
  return { ...nothing, asksPrices: false, deleted, left, menu }
}

/* Undoing the last import (docs/product/menu.md#menu-undo). */

const UNDOABLE_MS = 7 * 24 * 60 * 60 * 1000
const undoableSince = (now: Date) => new Date(now.getTime() - UNDOABLE_MS)

/** The last import within 7 days, and whether it can be undone; null if there is none. */
export async function lastImportOf(db: Database, now: Date): Promise<Answer<typeof lastImport>> {
  const last = await importRepo.readLastImport(db, undoableSince(now))
  if (!last) return null
  const { at, menuAfter, ...summary } = last
  return { ...summary, at: at.toISOString(), undoable: (await importRepo.readMark(db)) === menuAfter }
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
    const last = await importRepo.readLastImport(tx, undoableSince(now))
    const isSeenImport = seen === undefined || seen === last?.at.toISOString()
    if (!isSeenImport || last?.menuAfter !== (await importRepo.readMark(tx))) throw new AppError('import_not_undoable')
    const { dishes, categories, addedItems, addedCategories } = await importRepo.readMenuBefore(tx)
    // Deleting comes first, because it locks the shared carts.
    await deleteDishes(tx, addedItems)
    const ids = new Map<number, number>()
    for (const category of categories) ids.set(category.id, await restoreCategory(tx, category))
    const restored = dishes.map((dish) => ({ ...dish, categoryId: ids.get(dish.categoryId) ?? dish.categoryId }))
    await importRepo.updateDishes(tx, restored, now)
    await refuseWrongGroups(tx)
    for (const id of addedCategories)
      if ((await categoryById(tx, id)) && !(await hasDishes(tx, id))) await dropCategory(tx, id)
    await importRepo.deleteStoredImport(tx)
    const { kind: what, added, changed: count } = last
    await noteInJournal(tx, owner, 'import_undone', { what, added, count }, now)
  })
}

/** Restores the Romanian name; appends a deleted category, unless another has its name now. @returns its id */
async function restoreCategory(tx: Tx, { id, isActive, ...names }: StoredMenu['categories'][number]): Promise<number> {
  if (await categoryById(tx, id)) {
    await updateCategory(tx, id, { nameRo: names.nameRo })
    return id
  }
  const sameName = await findCategory(tx, names.name)
  if (sameName) return sameName.id
  const added = await insertCategory(tx, names)
  await updateCategory(tx, added.id, { isActive })
  return added.id
}
