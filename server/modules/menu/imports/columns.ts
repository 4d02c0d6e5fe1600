import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { isNutrient } from '#shared/domain/menu/nutrients.ts'
import type { Currency } from '#shared/domain/money.ts'
import { readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading in characters; longer ones are cut off. */
const MAX_HEADING = 50

/** Words for each column, besides its name. A Romanian word for a text column means the Romanian text. */
const WORDS: Partial<Record<CsvColumn, string>> = {
  name: 'name en|nume en|english name|dish|dish name|item|item name|menu item|menu item name|menu name|product|product name|title',
  nameRo:
    'name ro|nume ro|romanian name|nume|denumire|denumirea|preparat|produs|articol|fel|fel de mancare|nume preparat|nume produs|denumire preparat|denumire produs|denumirea preparatului|denumirea produsului|numele produsului',
  description:
    'description en|descriere en|details|dish description|item description|menu description|product description|body|body html',
  descriptionRo: 'description ro|descriere ro|descriere|descrierea|detalii|descriere produs|descriere preparat',
  price:
    'prices|unit price|base price|item price|menu price|product price|list price|regular price|retail price|sale price|sales price|selling price|variant price|pret|pretul|preturi|pret unitar|pret vanzare|pret de vanzare|pret produs|pret lista|pret final',
  category:
    'categories|category name|item category|menu category|product category|section|group|menu section|menu group|categorie|categoria|categorii|nume categorie|denumire categorie|categorie produs|categoria produsului|sectiune|grupa|grup',
  categoryRo: 'category ro|categorie ro',
  imageUrl: 'image|picture|photo|image url|imagine|imaginea|poza|foto|fotografie',
  tags: 'tag|labels|etichete|eticheta',
  isActive:
    'active|is active|visible|visibility|shown|published|available|available for sale|enabled|menu status|activ|vizibil|vizibilitate|afisat|publicat|disponibil|disponibilitate',
  allergens: 'allergens text|alergeni|alergeni text',
  allergensChecked: 'allergens checked|alergeni verificati',
  optionGroups: 'options|option groups|optiuni|grupuri de optiuni',
  allergenCodes: 'allergen codes|allergens codes|coduri alergeni|codurile alergenilor',
  calories: 'calories kcal|energy|energy kcal|kcal|calorii|calorii kcal|energie|energie kcal|valoare energetica',
  protein: 'proteins|proteine',
  carbs: 'carbohydrates|carbohydrate|carbohidrati|glucide',
  fat: 'fats|grasimi|lipide',
  fiber: 'fibre|fibres',
  ingredientsRo: 'ingredients ro|ingrediente ro|ingrediente|ingredientele|compozitie',
  saturates: 'saturated fat|of which saturates|saturate|acizi grasi saturati|grasimi saturate',
  sugars: 'sugar|of which sugars|zaharuri|zahar|din care zaharuri',
  salt: 'sare',
}
const COLUMN_BY_WORDS = new Map(
  CSV_COLUMNS.flatMap((column) =>
    [column.toLowerCase(), ...(WORDS[column]?.split('|') ?? [])].map((words) => [words, column] as const),
  ),
)
/** A unit in a heading is ignored, unless it is a currency other than the restaurant's. */
const UNITS: Record<Currency, readonly string[]> = { lei: ['g', 'lei', 'leu', 'ron'], eur: ['g', '€', 'eur', 'euro'] }

/** The text by which a heading is recognized. */
export const headingOf = (cell: string) => cell.trim().slice(0, MAX_HEADING)

function columnOf(heading: string, currency: Currency): CsvColumn | undefined {
  const words = foldText(heading).split(/[^\p{L}\p{N}\p{Sc}]+/u)
  return COLUMN_BY_WORDS.get(words.filter((word) => word !== '' && !UNITS[currency].includes(word)).join(' '))
}

/** A heading and its column: null if its cells are left out, undefined until somebody decides. */
interface Heading {
  heading: string
  column: CsvColumn | null | undefined
}

/**
 * Assigns columns to the headings of a file. Unknown headings, and headings with the same meaning, stay undecided.
 * @returns a repeated heading with its number
 */
export function columnsOf(
  headings: readonly string[],
  { chosen, currency }: { chosen: ChosenColumns; currency: Currency },
): Heading[] {
  const meanings = headings.map((text, i) => {
    const time = headings.slice(0, i).filter((earlier) => earlier === text).length + 1
    const heading = text === '' || time === 1 ? text : `${text} (${time})`
    if (Object.hasOwn(chosen, heading)) return { heading, column: chosen[heading] }
    return { heading, column: heading === '' ? null : columnOf(text, currency) }
  })
  const isTwice = (column: CsvColumn) => meanings.filter((other) => other.column === column).length > 1
  return meanings.map(({ heading, column }) => ({ heading, column: column && isTwice(column) ? undefined : column }))
}

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
