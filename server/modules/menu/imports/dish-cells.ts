import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { type BadRow, CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import type { OptionGroupInput } from '#shared/contracts/menu/options.ts'
import { isNutrient, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'

export interface RowError {
  /** The line of the file or of the pasted list, from 1; the position in `ids` for a change of several dishes. */
  line: number
  /** Empty if the whole row is wrong. */
  column: string
  /** A translation key, and after a space its value (`shared/contracts/base/wording.ts`). */
  messageKey: string
  /** The line is one dish in these sizes, if the owner says so. */
  sizes?: BadRow['sizes']
}

/** The message key for an id that no dish has. Such rows can be imported as new dishes. */
export const UNKNOWN_ID = 'menuCsv.unknownId'

/** A dish to be written as a row of a CSV; without an id in the template. */
export interface CsvDish extends Pick<DishInput, DishField> {
  id?: number
  /** The English names of the restaurant's groups of options that it has, in their order. */
  optionGroups?: string[]
}

export interface ImportedDish extends Pick<DishInput, DishField> {
  /** Whether `name` only repeats `nameRo` (`namesAfter`). */
  nameIsFallback: boolean
  optionGroups: string[]
  /** The groups with these names, if they change; the dish's own groups stay. */
  optionGroupIds?: number[]
  /** A group of its own that a new dish gets. */
  ownGroup?: OptionGroupInput
}

/** A group of options of the restaurant. */
export interface NamedGroup {
  id: number
  name: string
}

export interface StoredDish extends ImportedDish {
  id: number
}

/** A dish that a row of a file, a line of a price list or a bulk change requests. */
export interface RequestedDish {
  /** The line in the file or the price list, from 1; for a bulk change, the position of its id in the request. */
  line: number
  /** Null for a new dish. */
  id: number | null
  dish: ImportedDish
  /** The Romanian name for its category; undefined to keep the current one. */
  categoryRo: string | undefined
}

/** The text of each cell of a row, by column. */
export type CsvCells = Record<CsvColumn, string>

const LIST_SEPARATOR = '|'

/** Formats a dish as the cells of its row (docs/product/menu.md#menu-csv). */
export function formatCells(dish: CsvDish): CsvCells {
  return Object.fromEntries(CSV_COLUMNS.map((column) => [column, formatCell(dish, column)])) as CsvCells
}

function formatCell(dish: CsvDish, column: CsvColumn): string {
  const value: readonly string[] | string | number | boolean | null | undefined = isNutrient(column)
    ? dish.nutritionalValues?.[column]
    : dish[column]
  return typeof value === 'object' && value !== null ? value.join(LIST_SEPARATOR) : String(value ?? '')
}

/** The columns whose cells differ, in the order of the CSV. */
export function differingColumns(cells: CsvCells, other: CsvCells): CsvColumn[] {
  return CSV_COLUMNS.filter((column) => cells[column] !== other[column])
}

/** The value of a cell, not yet validated; or the translation key of the error if it cannot be parsed. */
export type ParsedCell = { value: unknown } | { messageKey: string }

/** What whole prices of a file are: minor units, or lei or euro. */
export type WholePrices = 'minor' | 'major'

/** What prices of a file mean: whole ones without a unit, and the restaurant's currency, in which they must be. */
export interface PriceRules {
  wholePrices: WholePrices
  currency: Currency
}

/** Parses a cell of any column except the id and the nutrients (docs/product/menu.md#menu-csv). */
export function parseCell(column: Exclude<CsvColumn, 'id' | Nutrient>, cell: string, prices: PriceRules): ParsedCell {
  const text = cell.trim()
  switch (column) {
    case 'price':
      return parsePrice(text, prices)
    case 'isActive':
      return parseBoolean(text, true)
    case 'allergensChecked':
      return parseBoolean(text, false)
    case 'tags':
    case 'optionGroups':
      return { value: parseList(text) }
    case 'allergenCodes':
      return { value: parseList(text.toLowerCase()) }
    default:
      return { value: text }
  }
}

/** Parses a nutrient: a number with a decimal point or comma; an empty cell is null. */
export function parseNutrient(cell: string): ParsedCell {
  const text = cell.trim()
  if (text === '') return { value: null }
  if (!/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text)) return { messageKey: 'validation.number' }
  return { value: Number(text.replace(',', '.')) }
}

function parsePrice(text: string, { wholePrices, currency }: PriceRules): ParsedCell {
  if (text === '') return { messageKey: 'validation.required' }
  const amount = readAmount(text)
  if (!amount) return { messageKey: 'menuCsv.price' }
  if (amount.unit && amount.unit !== currency) return { messageKey: 'menuCsv.otherCurrency' }
  return { value: amount.kind === 'whole' && wholePrices === 'major' ? amount.value * 100 : amount.value }
}

const YES = ['true', '1', 'yes', 'da', 'adevărat', 'adevarat']
const NO = ['false', '0', 'no', 'nu', 'fals']

/** An empty cell is the default of its column. */
function parseBoolean(text: string, byDefault: boolean): ParsedCell {
  const word = text.toLowerCase()
  if (word === '') return { value: byDefault }
  if (YES.includes(word)) return { value: true }
  return NO.includes(word) ? { value: false } : { messageKey: 'validation.yesOrNo' }
}

function parseList(text: string): string[] {
  return text
    .split(LIST_SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
