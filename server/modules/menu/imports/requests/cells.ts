import type { DishInput } from '#shared/contracts/menu-editing.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu-imports.ts'
import type { Nutrient } from '#shared/domain/nutrients.ts'
import { amountIn } from './amount.ts'

/** A dish as its row has it; one without an id is new. */
export interface ExportedDish extends DishInput {
  id?: number
}

/** A dish of the menu. */
export interface KnownDish extends DishInput {
  id: number
}

export type Cells = Record<CsvColumn, string>

const LIST_SEPARATOR = '|'

/** A dish as the cells of its row (docs/product.md#menu-csv). */
export function cellsOf(dish: ExportedDish): Cells {
  const of = (nutrient: Nutrient) => String(dish.nutritionalValues?.[nutrient] ?? '')
  return {
    id: String(dish.id ?? ''),
    name: dish.name,
    nameRo: dish.nameRo,
    description: dish.description,
    descriptionRo: dish.descriptionRo,
    price: String(dish.price),
    category: dish.category,
    categoryRo: dish.categoryRo,
    imageUrl: dish.imageUrl,
    tags: dish.tags.join(LIST_SEPARATOR),
    isActive: String(dish.isActive),
    allergens: dish.allergens ?? '',
    allergenCodes: dish.allergenCodes.join(LIST_SEPARATOR),
    calories: of('calories'),
    protein: of('protein'),
    carbs: of('carbs'),
    fat: of('fat'),
    fiber: of('fiber'),
    ingredients: dish.ingredients,
    ingredientsRo: dish.ingredientsRo,
    saturates: of('saturates'),
    sugars: of('sugars'),
    salt: of('salt'),
  }
}

/** The cells that differ, as columns in their order. */
export function columnsThatDiffer(one: Cells, other: Cells): CsvColumn[] {
  return CSV_COLUMNS.filter((column) => one[column] !== other[column])
}

/** What a cell means, for the contract to judge; or why it means nothing, as a translation key. */
export type Meaning = { value: unknown } | { wording: string }

/** Reads a cell that is not one of nutrition (docs/product.md#menu-csv). */
export function meaningOf(column: Exclude<CsvColumn, 'id' | Nutrient>, cell: string): Meaning {
  const typed = cell.trim()
  switch (column) {
    case 'price':
      return priceIn(typed)
    case 'isActive':
      return yesOrNoIn(typed)
    case 'tags':
      return { value: listIn(typed) }
    case 'allergenCodes':
      return { value: listIn(typed.toLowerCase()) }
    default:
      return { value: typed }
  }
}

/** Reads a cell of nutrition: a number, with a comma too; empty is null. */
export function nutrientIn(cell: string): Meaning {
  const typed = cell.trim()
  if (typed === '') return { value: null }
  if (!/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(typed)) return { wording: 'validation.number' }
  return { value: Number(typed.replace(',', '.')) }
}

/** A whole number as a spreadsheet shows it that groups digits: of minor units, as every whole number here. */
const GROUPED = /^\d{1,3}(?:[.,\s]\d{3})+$/

function priceIn(typed: string): Meaning {
  if (typed === '') return { wording: 'validation.required' }
  if (/^\d+$/.test(typed)) return { value: Number(typed) }
  const meant = GROUPED.test(typed) ? Number(typed.replace(/\D/g, '')) : amountIn(typed)
  return { wording: meant === undefined ? 'menuCsv.price' : `menuCsv.didYouMean ${meant}` }
}

const YES = ['true', '1', 'yes', 'da', 'adevărat', 'adevarat']
const NO = ['false', '0', 'no', 'nu', 'fals']

/** Empty is what a dish is by itself: shown. */
function yesOrNoIn(typed: string): Meaning {
  const word = typed.toLowerCase()
  if (word === '' || YES.includes(word)) return { value: true }
  return NO.includes(word) ? { value: false } : { wording: 'validation.yesOrNo' }
}

function listIn(typed: string): string[] {
  return typed
    .split(LIST_SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
