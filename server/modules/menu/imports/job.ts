import { translator } from '#server/platform/language.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import { type BadRow, CSV_COLUMNS, type CsvColumn, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { OptionGroupInput } from '#shared/contracts/menu/options.ts'
import type { Language } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'
import { type FieldChange, requestBulkChange } from './bulk-requests.ts'
import { type CsvRow, writeCsv } from './csv.ts'
import { type CsvOptions, NO_QUESTION, type ParsedCsv, parseCsv } from './csv-requests.ts'
import { type NamedGroup, type RowError, type StoredDish, UNKNOWN_ID } from './dish-cells.ts'
import { type MenuBefore, planChange, type StoredCategory } from './plan.ts'
import { parsePriceList } from './price-list.ts'

/** The menu as JSON, written by the database and parsed by the worker thread. */
export interface MenuText {
  /** JSON: `StoredDish[]`, by id. */
  dishes: string
  /** JSON: `StoredCategory[]`, in display order. */
  categories: string
  /** JSON: `NamedGroup[]`, the restaurant's groups of options. */
  groups: string
  /** A hash of everything that a CSV contains of this menu. */
  mark: string
}

/** What to import. */
export type Source =
  | { kind: 'csv'; file: Uint8Array; options: CsvOptions; adultsOnly: ReadonlySet<number> }
  | { kind: 'list'; text: string; currency: Currency; adultsOnly: ReadonlySet<number>; inSizes: ReadonlySet<number> }
  | { kind: 'bulk'; ids: number[]; change: FieldChange }

/** A job for the worker thread. */
export type Job =
  | { task: 'export'; menu: MenuText }
  | { task: 'plan'; menu: MenuText; source: Source; isPreview: boolean; language: Language }

/** The planned changes for the database, as JSON where they can be long. */
export interface Changes {
  added: number
  changed: number
  /** `CategoryNames[]` */
  newCategories: string
  /** The names of all categories, in their order; undefined if it stays. */
  categoryOrder?: string[]
  /** `Pick<StoredCategory, 'id' | 'nameRo'>[]` */
  renamedCategories: string
  /** `ImportedDish[]` */
  newDishes: string
  /** The groups of their own that new dishes get, by the place in `newDishes`. */
  ownGroups: { place: number; group: OptionGroupInput }[]
  /** `StoredDish[]` */
  changedDishes: string
}

type PlanResult =
  /** The file cannot be imported, nor previewed. */
  | { refusal: { code: 'unknown_columns'; columns: string[] } }
  /** There are bad rows, and this is not a preview. */
  | { refusal: { code: 'bad_rows'; bad: BadRow[] } }
  /** The body of the response as JSON, with the changes to write. */
  | { refusal?: never; response: string; changes: Changes }

/** The result of each task. */
export interface Results {
  export: string
  plan: PlanResult
}

/** Executes a job on a whole menu. A worker thread calls it, because thousands of dishes would block the event loop. */
export function doJob(job: Job): Results[Job['task']] {
  const menu = parseMenu(job.menu)
  return job.task === 'export' ? writeCsv(menu.dishes) : plan(menu, job)
}

interface StoredMenu extends MenuBefore {
  groups: readonly NamedGroup[]
}

function parseMenu({ dishes, categories, groups }: MenuText): StoredMenu {
  const storedCategories: StoredCategory[] = JSON.parse(categories)
  const positions = new Map(storedCategories.map(({ name }, i) => [name, i]))
  const position = ({ category }: StoredDish) => positions.get(category) ?? positions.size
  const storedDishes: StoredDish[] = JSON.parse(dishes)
  return {
    dishes: storedDishes.sort((a, b) => position(a) - position(b)),
    categories: storedCategories,
    groups: JSON.parse(groups),
  }
}

function plan(
  menu: StoredMenu,
  { menu: { mark }, source, isPreview, language }: Extract<Job, { task: 'plan' }>,
): PlanResult {
  const { requests, errors, unknownHeadings, question, rows = [] } = parseSource(source, menu)
  if (unknownHeadings.length > 0) return { refusal: { code: 'unknown_columns', columns: unknownHeadings } }
  const planned = planChange(menu, requests, source.kind === 'bulk' ? undefined : source.adultsOnly)
  const bad = badRows([...errors, ...planned.errors], rows, language)
  if (bad.length > 0 && !isPreview) return { refusal: { code: 'bad_rows', bad } }
  const { outcome, newCategories, categoryOrder, renamedCategories, newDishes, changedDishes } = planned
  const message = isPreview ? {} : { message: doneMessage(outcome, language) }
  const unknownIds = errors.filter(({ messageKey }) => messageKey === UNKNOWN_ID).length
  const response: MenuOutcome = { ...message, ...outcome, ...question, bad, unknownIds, menu: mark }
  return {
    response: JSON.stringify(response),
    changes: {
      added: outcome.added,
      changed: outcome.changed.length,
      newCategories: JSON.stringify(newCategories),
      // What a bulk change moves has no order of its own.
      ...(source.kind !== 'bulk' && { categoryOrder }),
      renamedCategories: JSON.stringify(renamedCategories),
      newDishes: JSON.stringify(newDishes),
      ownGroups: newDishes.flatMap(({ ownGroup }, place) => (ownGroup ? [{ place, group: ownGroup }] : [])),
      changedDishes: JSON.stringify(changedDishes),
    },
  }
}

function parseSource(source: Source, menu: StoredMenu): ParsedCsv {
  const nothingUnknown = { unknownHeadings: [], question: NO_QUESTION }
  switch (source.kind) {
    case 'csv':
      return parseCsv(source.file, menu, source.options)
    case 'list':
      return { ...parsePriceList(source.text, menu, source.currency, source.inSizes), ...nothingUnknown }
    case 'bulk':
      return { ...requestBulkChange(source.ids, source.change, menu), ...nothingUnknown }
  }
}

/** The errors as rows of the response, sorted by line and column, with translated messages. */
function badRows(errors: readonly RowError[], rows: readonly CsvRow[], language: Language): BadRow[] {
  const t = translator(language)
  const positions = new Map<string, number>(CSV_COLUMNS.map((column, i) => [column, i]))
  const cellsByLine = new Map(rows.map(({ line, cells }) => [line, cells]))
  const position = ({ column }: RowError) => positions.get(column) ?? -1
  return [...errors]
    .sort((a, b) => a.line - b.line || position(a) - position(b))
    .map(({ line, column, messageKey, sizes }) => {
      const { key, values } = readWording(messageKey)
      // dictionaries.test.ts checks that every key exists.
      const message = t(key as 'menuCsv.price', values)
      const cells = cellsByLine.get(line)
      if (!cells) return { line, column, message, ...(sizes && { sizes }) }
      const name = cells.name || cells.nameRo || undefined
      return { line, column, message, name, ...(column !== '' && { value: cells[column as CsvColumn] ?? '' }) }
    })
}

function doneMessage({ added, changed }: Pick<MenuOutcome, 'added' | 'changed'>, language: Language): string {
  const t = translator(language)
  if (changed.length === 0) return added === 0 ? t('menuCsv.nothing') : t('menuCsv.added', { count: added })
  if (added === 0) return t('menuCsv.changedAlone', { count: changed.length })
  return `${t('menuCsv.added', { count: added })}, ${t('menuCsv.changed', { count: changed.length })}`
}
