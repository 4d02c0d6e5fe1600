import * as z from 'zod/mini'
import { translator } from '#server/platform/language.ts'
import { price as priceSchema } from '#shared/contracts/base/fields.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import { type DishInput, TAGS_MAX } from '#shared/contracts/menu/menu-editing.ts'
import {
  type BadRow,
  type BulkChange,
  CSV_COLUMNS,
  type CsvColumn,
  type CsvHeading,
  type MenuOutcome,
} from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import type { Currency } from '#shared/domain/money.ts'
import { type CsvRow, writeCsv } from './csv.ts'
import { type CsvOptions, NO_QUESTION, type ParsedRows, parseCsv, parsePriceList } from './csv-requests.ts'
import { type NamedGroup, type RequestedDish, type RowError, type StoredDish, UNKNOWN_ID } from './headings.ts'
import { type MenuBefore, planChange, type StoredCategory } from './plan.ts'

type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percentages are rounded to four decimals. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * Adds an amount or a percentage to a price and rounds half up to a multiple (docs/product/menu.md#menu-bulk).
 * @param price minor units
 * @returns minor units; can be negative
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  const hundredPercent = BigInt(100 * PARTS_OF_A_PERCENT)
  const share = hundredPercent + BigInt(Math.round(percent * PARTS_OF_A_PERCENT))
  // Only integers, because floating-point fractions would round some halves down.
  return Number(roundHalfUp(BigInt(price + add) * share, hundredPercent * BigInt(roundTo))) * roundTo
}

/** The integer nearest to the quotient; a half is rounded up. */
function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}

/** A change of fields, which is undone as an import is. */
export type FieldChange = Exclude<BulkChange, { delete: true }>

/**
 * Converts a bulk change into requested dishes; `line` is the position of the id, from 1
 * (docs/product/menu.md#menu-bulk).
 */
function requestBulkChange(
  ids: readonly number[],
  change: FieldChange,
  { dishes, groups }: { dishes: readonly StoredDish[]; groups: readonly NamedGroup[] },
): { requests: RequestedDish[]; errors: RowError[] } {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  const seenIds = new Set<number>()
  for (const [i, id] of ids.entries()) {
    // A repeated id is changed once: a price must not rise twice.
    if (seenIds.has(id)) continue
    seenIds.add(id)
    const line = i + 1
    const stored = byId.get(id)
    if (!stored) {
      errors.push({ line, column: 'id', messageKey: UNKNOWN_ID })
      continue
    }
    const dish = 'options' in change ? withGroups(stored, change.options, groups) : changed(stored, change)
    const error = dish ? errorOf(dish) : { column: 'optionGroups', messageKey: 'validation.optionGroup' }
    if (!dish || error) {
      errors.push({ line, ...(error as Omit<RowError, 'line'>) })
      continue
    }
    requests.push({ line, id, dish, categoryRo: undefined })
  }
  return { requests, errors }
}

type GroupsChange = Extract<FieldChange, { options: unknown }>['options']

/** The dish with other groups; undefined if one of them does not exist, or is a dish's own. */
function withGroups(dish: StoredDish, change: GroupsChange, groups: readonly NamedGroup[]): StoredDish | undefined {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const ids = new Map(groups.map(({ id, name }) => [name, id]))
  const { add = [], remove = [] } = change
  if ([...add, ...remove].some((id) => !names.has(id))) return undefined
  const before = dish.optionGroups.flatMap((name) => ids.get(name) ?? [])
  const optionGroupIds = changedList(before, change)
  return { ...dish, optionGroupIds, optionGroups: optionGroupIds.flatMap((id) => names.get(id) ?? []) }
}

function changed(dish: StoredDish, change: Exclude<FieldChange, { options: unknown }>): StoredDish {
  if ('price' in change) return { ...dish, price: changedPrice(dish.price, change.price) }
  if ('tags' in change) return { ...dish, tags: changedList(dish.tags, change.tags) }
  if ('isActive' in change || 'category' in change) return { ...dish, ...change }
  const { allergenCodes, checked = dish.allergensChecked } = change
  const codes = allergenCodes ? changedList(dish.allergenCodes, allergenCodes) : dish.allergenCodes
  return { ...dish, allergenCodes: inRegulationOrder(codes), allergensChecked: checked }
}

/** The entries that stay, then the added ones, each once. */
function changedList<Entry>(
  entries: readonly Entry[],
  { add = [], remove = [] }: { add?: readonly Entry[] | undefined; remove?: readonly Entry[] | undefined },
): Entry[] {
  return [...new Set([...entries.filter((entry) => !remove.includes(entry)), ...add])]
}

const inRegulationOrder = (codes: DishInput['allergenCodes']) => ALLERGEN_CODES.filter((code) => codes.includes(code))

function errorOf({ price, tags, optionGroups }: StoredDish): Omit<RowError, 'line'> | undefined {
  const messageKey = z.safeParse(priceSchema, price).error?.issues[0]?.message
  if (messageKey !== undefined) return { column: 'price', messageKey }
  if (tags.length > TAGS_MAX) return { column: 'tags', messageKey: `validation.atMostEntries ${TAGS_MAX}` }
  if (optionGroups.length <= MAX_DISH_GROUPS) return undefined
  return { column: 'optionGroups', messageKey: `validation.atMostEntries ${MAX_DISH_GROUPS}` }
}

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
  | { kind: 'csv'; file: Uint8Array; options: CsvOptions }
  | { kind: 'list'; text: string; currency: Currency }
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
  /** `StoredDish[]` */
  changedDishes: string
}

type PlanResult =
  /** The file cannot be imported, nor previewed. */
  | { refusal: { code: 'unknown_columns'; columns: string[]; headings: CsvHeading[] } }
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
  const { requests, errors, headings, askedHeadings, question, rows } = parseSource(source, menu)
  if (askedHeadings.length > 0) return { refusal: { code: 'unknown_columns', columns: askedHeadings, headings } }
  const planned = planChange(menu, requests)
  const bad = badRows([...errors, ...planned.errors], rows, language)
  if (bad.length > 0 && !isPreview) return { refusal: { code: 'bad_rows', bad } }
  const { outcome, newCategories, categoryOrder, renamedCategories, newDishes, changedDishes } = planned
  const message = isPreview ? {} : { message: doneMessage(outcome, language) }
  const unknownIds = errors.filter(({ messageKey }) => messageKey === UNKNOWN_ID).length
  const response: MenuOutcome = { ...message, ...outcome, ...question, headings, bad, unknownIds, menu: mark }
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
      changedDishes: JSON.stringify(changedDishes),
    },
  }
}

function parseSource(source: Source, menu: StoredMenu): ParsedRows {
  switch (source.kind) {
    case 'csv':
      return parseCsv(source.file, menu, source.options)
    case 'list':
      return parsePriceList(source.text, menu, source.currency)
    case 'bulk': {
      const about = { headings: [], askedHeadings: [], question: NO_QUESTION, rows: [] }
      return { ...requestBulkChange(source.ids, source.change, menu), ...about }
    }
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
    .map(({ line, column, messageKey }) => {
      const { key, values } = readWording(messageKey)
      // dictionaries.test.ts checks that every key exists.
      const message = t(key as 'menuCsv.price', values)
      const cells = cellsByLine.get(line)
      if (!cells) return { line, column, message }
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
