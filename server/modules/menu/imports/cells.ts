import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { isNutrient } from '#shared/domain/menu/nutrients.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The cells of a dish as text, and the meaning of cells from other software (docs/product/menu.md#menu-csv-files). */

/** A dish that is written as a row of a CSV. */
export interface CsvDish extends Pick<DishInput, DishField> {
  id?: number
  /** The English names of its groups that belong to the restaurant, in their order. */
  optionGroups?: string[]
}

/** The text of each cell of a row, by column. */
export type CsvCells = Record<CsvColumn, string>

const LIST_SEPARATOR = '|'

/** Formats a dish as the cells of its row. */
export function formatCells(dish: CsvDish): CsvCells {
  const cells = CSV_COLUMNS.map((column) => {
    const value = isNutrient(column) ? dish.nutritionalValues?.[column] : dish[column]
    return [column, Array.isArray(value) ? value.join(LIST_SEPARATOR) : String(value ?? '')]
  })
  return Object.fromEntries(cells)
}

/** How prices of a file are read: the unit of whole prices, and the restaurant's currency, which they must have. */
export interface PriceRules {
  wholePrices: 'minor' | 'major'
  currency: Currency
}

/** The value of a cell, not yet validated; or the translation key of the error if it cannot be parsed. */
type ParsedCell = { value: unknown } | { messageKey: string }

/** Parses a cell of any column except the id. */
export function parseCell(column: CsvColumn, cell: string, prices: PriceRules): ParsedCell {
  const text = cell.trim()
  if (isNutrient(column)) {
    if (text !== '' && !/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text)) return { messageKey: 'validation.number' }
    return { value: text === '' ? null : Number(text.replace(',', '.')) }
  }
  if (column === 'price') return parsePrice(text, prices)
  if (column === 'isActive' || column === 'allergensChecked') {
    // An empty cell has the default of its column.
    const value = text === '' ? column === 'isActive' : BOOLEANS.get(foldText(text.slice(0, 20)))
    return value === undefined ? { messageKey: 'validation.yesOrNo' } : { value }
  }
  if (column === 'tags' || column === 'optionGroups') return { value: parseList(text) }
  return { value: column === 'allergenCodes' ? parseList(text.toLowerCase()) : text }
}

function parsePrice(text: string, { wholePrices, currency }: PriceRules): ParsedCell {
  if (text === '') return { messageKey: 'validation.required' }
  const amount = readAmount(text)
  if (!amount) return { messageKey: 'menuCsv.price' }
  if (amount.unit && amount.unit !== currency) return { messageKey: 'menuCsv.otherCurrency' }
  return { value: amount.kind === 'whole' && wholePrices === 'major' ? amount.value * 100 : amount.value }
}

/** What other systems write in their column of what guests see. */
const SEEN = ['available', 'visible', 'shown', 'active', 'disponibil', 'vizibil', 'afisat', 'activ']
const UNSEEN = ['unavailable', 'hidden', 'inactive', 'indisponibil', 'ascuns', 'invizibil', 'inactiv']
const BOOLEANS = new Map([
  ...['true', '1', 'yes', 'da', 'adevarat', ...SEEN].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'nu', 'fals', ...UNSEEN].map((word) => [word, false] as const),
])

const parseList = (text: string) => text.split(LIST_SEPARATOR).flatMap((entry) => entry.trim() || [])
