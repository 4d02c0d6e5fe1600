import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { type BulkChange, CSV_COLUMNS } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { isNutrient } from '#shared/domain/menu/nutrients.ts'
import { foldText } from '#shared/domain/text.ts'
import type { NewCategory } from '../editing-repo.ts'
import { byId } from '../repo.ts'
import { formatCells, type PriceRules, parseCell } from './columns.ts'
import type { CsvRow, RowError } from './csv.ts'

export interface ImportedDish extends Pick<DishInput, DishField> {
  /** Whether `name` only repeats `nameRo` (`namesAfter`). */
  nameIsFallback: boolean
  /** The names of the groups in `optionGroupIds` that belong to the restaurant. */
  optionGroups: string[]
  /** All groups of the dish, including its own ones. */
  optionGroupIds: number[]
}

export interface StoredDish extends ImportedDish {
  id: number
}

/** The menu before a change: its dishes and categories in display order, and the restaurant's groups of options. */
export interface StoredMenu {
  dishes: readonly StoredDish[]
  categories: readonly NewCategory[]
  groups: readonly { id: number; name: string }[]
}

/** A row of a file or list, or a dish of a bulk change, as fields of a dish that are not yet validated. */
export interface Row {
  line: number
  /** The dish that changes or is deleted; undefined for a new one. */
  stored: StoredDish | undefined
  /** The fields that change. */
  input: Record<string, unknown>
  errors: RowError[]
}

const UNKNOWN_ID = 'menuCsv.unknownId'

/** Options for reading the cells of rows. */
export interface RowRules extends PriceRules {
  /** Whether a row with an id that no dish has is a new dish. */
  takesUnknownIds: boolean
}

/** Returns a function that finds the dish that has the id of a row. */
export function storedFinder(dishes: StoredMenu['dishes']) {
  const dishOf = byId(dishes)
  return ({ id = '' }: CsvRow['cells']) => (id.trim() === '' ? undefined : dishOf.get(Number(id)))
}

/** Reads the rows of a file or list; each cell that cannot be parsed is an error. */
export function* readRows(rows: Iterable<CsvRow>, { dishes, groups }: StoredMenu, rules: RowRules): Generator<Row> {
  const storedOf = storedFinder(dishes)
  const groupIds = new Map(groups.map(({ id, name }) => [foldText(name), id]))
  const seen = new Set<string>()
  for (const { line, cells } of rows) {
    const id = (cells.id ?? '').trim()
    const stored = storedOf(cells)
    const messageKey = id === '' ? undefined : errorOfId(id, stored !== undefined || rules.takesUnknownIds, seen)
    if (messageKey) yield { line, stored, input: {}, errors: [{ line, column: 'id', messageKey }] }
    else yield { line, stored, ...readCells({ line, cells }, stored, groupIds, rules) }
  }
}

/** Checks the id of a row. @param seen ids of earlier rows; this one is added @returns the message key of an error */
function errorOfId(id: string, isAllowed: boolean, seen: Set<string>): string | undefined {
  if (!/^\d{1,15}$/.test(id)) return 'validation.wholeNumber'
  if (!isAllowed) return UNKNOWN_ID
  const isTwice = seen.has(id)
  seen.add(id)
  return isTwice ? 'menuCsv.idTwice' : undefined
}

function readCells(
  { line, cells }: CsvRow,
  stored: StoredDish | undefined,
  groupIds: ReadonlyMap<string, number>,
  rules: RowRules,
): Pick<Row, 'input' | 'errors'> {
  const exported = stored && formatCells(stored)
  const input: Record<string, unknown> = {}
  const nutrition: Record<string, unknown> = { ...stored?.nutritionalValues }
  const errors: RowError[] = []
  for (const column of CSV_COLUMNS) {
    const cell = cells[column]
    if (column === 'id' || cell === undefined) continue
    // A cell as the export wrote it keeps its value, which the form may refuse by now. Its unit can be another one.
    const isUnchanged = cell === exported?.[column].replace(/\r\n?/g, '\n')
    if (isUnchanged && column !== 'categoryRo' && !(column === 'price' && rules.wholePrices === 'major')) continue
    const parsed = parseCell(column, cell, rules)
    if ('messageKey' in parsed) errors.push({ line, column, ...parsed })
    else if (column === 'optionGroups') {
      const ids = (parsed.value as string[]).map((name) => groupIds.get(foldText(name)))
      const own = stored?.optionGroupIds.filter((id) => ![...groupIds.values()].includes(id)) ?? []
      if (ids.includes(undefined)) errors.push({ line, column, messageKey: 'menuCsv.unknownGroup' })
      else input.optionGroupIds = [...own, ...new Set(ids)]
    } else if (isNutrient(column)) {
      nutrition[column] = parsed.value
      // If no value is known, the whole object is null.
      input.nutritionalValues = Object.values(nutrition).some((value) => value !== null) ? nutrition : null
    } else input[column] = parsed.value
  }
  return { input, errors }
}

/* A change of many dishes (docs/product/menu.md#menu-bulk). */

/** Reads a change of dishes; `line` is the position of an id, from 1. A deletion changes no field. */
export function* bulkRows(ids: readonly number[], change: BulkChange, { dishes, groups }: StoredMenu): Generator<Row> {
  const dishOf = byId(dishes)
  const { add = [], remove = [] } = 'options' in change ? change.options : {}
  // A group must exist, and must not be another dish's own.
  const isUnknown = [...add, ...remove].some((id) => !groups.some((group) => group.id === id))
  const groupError = isUnknown ? { column: 'optionGroups', messageKey: 'validation.optionGroup' } : undefined
  for (const [i, id] of ids.entries()) {
    const stored = dishOf.get(id)
    const error = stored ? groupError : { column: 'id', messageKey: UNKNOWN_ID }
    yield {
      ...{ line: i + 1, stored, input: stored ? changedFields(stored, change) : {} },
      errors: error ? [{ line: i + 1, ...error }] : [],
    }
  }
}

function changedFields(dish: StoredDish, change: BulkChange): Row['input'] {
  if ('price' in change) return { price: changedPrice(dish.price, change.price) }
  if ('tags' in change) return { tags: changedList(dish.tags, change.tags) }
  if ('options' in change) return { optionGroupIds: changedList(dish.optionGroupIds, change.options) }
  if ('delete' in change) return {}
  if ('isActive' in change || 'category' in change) return change
  const codes = changedList(dish.allergenCodes, change.allergenCodes ?? {})
  const allergenCodes = ALLERGEN_CODES.filter((code) => codes.includes(code))
  return { allergenCodes, allergensChecked: change.checked ?? dish.allergensChecked }
}

/** Returns the remaining entries and then the added ones, each once. */
function changedList<Entry>(
  entries: readonly Entry[],
  { add = [], remove = [] }: { add?: readonly Entry[] | undefined; remove?: readonly Entry[] | undefined },
): Entry[] {
  return [...new Set([...entries.filter((entry) => !remove.includes(entry)), ...add])]
}

type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percentages are rounded to four decimals. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * Adds an amount or a percentage to a price and rounds half up to a multiple.
 * @param price minor units
 * @returns minor units; can be negative
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  // Integers are used, because floating-point fractions would round some halves down.
  const share = 100 * PARTS_OF_A_PERCENT + Math.round(percent * PARTS_OF_A_PERCENT)
  const multiple = 2 * 100 * PARTS_OF_A_PERCENT * roundTo
  const exact = 2 * (price + add) * share + multiple / 2
  return ((exact - (((exact % multiple) + multiple) % multiple)) / multiple) * roundTo
}
