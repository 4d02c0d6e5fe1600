import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { type BadRow, CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import type { OptionGroupInput } from '#shared/contracts/menu/options.ts'
import { isNutrient, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose for headings, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading, in characters; what is longer is cut off. */
const MAX_HEADING = 50

/** A text in both languages. A word of one language may still be the heading of both, followed by the language. */
const TEXTS: { en: CsvColumn; ro: CsvColumn; words: string; wordsRo: string }[] = [
  {
    en: 'name',
    ro: 'nameRo',
    words: 'name|dish|dish name|item|item name|product|product name|title',
    wordsRo: [
      'nume|numele|denumire|denumirea|preparat|produs|articol|fel|fel de mancare|nume preparat|nume produs',
      'denumire preparat|denumire produs|denumirea preparatului|numele preparatului|denumirea produsului|numele produsului',
    ].join('|'),
  },
  {
    en: 'description',
    ro: 'descriptionRo',
    words: 'description|details',
    wordsRo: 'descriere|descrierea|detalii',
  },
  {
    en: 'ingredients',
    ro: 'ingredientsRo',
    words: 'ingredients',
    wordsRo: 'ingrediente|ingredientele|compozitie',
  },
]

const WORDS: Partial<Record<CsvColumn, string>> = {
  price: 'price|unit price|cost|pret|pretul|preturi|pret unitar|pret vanzare|pret de vanzare',
  category: 'category|section|group|menu section|categorie|categoria|sectiune|grupa|grup',
  imageUrl: 'image|picture|photo|image url|imagine|imaginea|poza|foto|fotografie',
  tags: 'tag|tags|labels|etichete|eticheta',
  isActive: 'active|visible|visibility|shown|activ|vizibil|vizibilitate|afisat',
  allergens: 'allergens|allergens text|alergeni|alergeni text',
  allergensChecked: 'allergens checked|alergeni verificati',
  optionGroups: 'options|option groups|optiuni|grupuri de optiuni',
  allergenCodes: 'allergen codes|allergens codes|coduri alergeni|codurile alergenilor',
  calories: 'calories|energy|kcal|calorii|energie|valoare energetica',
  protein: 'protein|proteins|proteine',
  carbs: 'carbs|carbohydrates|carbohydrate|carbohidrati|glucide',
  fat: 'fat|fats|grasimi|lipide',
  fiber: 'fiber|fibre|fibres',
  saturates: 'saturates|saturated fat|of which saturates|saturate|acizi grasi saturati|grasimi saturate',
  sugars: 'sugars|sugar|of which sugars|zaharuri|zahar|din care zaharuri',
  salt: 'salt|sare',
}

/** Words that say in which unit the numbers are. */
const UNITS = new Set(['g', 'gr', 'lei', 'leu', 'ron', 'eur', 'euro'])
/** Words that say in which language a text is. */
const LANGUAGE_WORDS: Record<string, 'en' | 'ro'> = {
  ...{ en: 'en', eng: 'en', english: 'en', engleza: 'en' },
  ...{ ro: 'ro', rom: 'ro', romanian: 'ro', romana: 'ro' },
}
const FILLERS = new Set(['in', 'limba'])

/** A word for one of `TEXTS`, and its language. */
interface WordOfText {
  text: (typeof TEXTS)[number]
  language: 'en' | 'ro'
}

interface Meaning {
  column: CsvColumn
  /** The column that is meant if another heading means `column` beyond doubt. */
  otherwise?: CsvColumn
}

const COLUMN_BY_NAME = new Map(CSV_COLUMNS.map((column) => [column.toLowerCase(), column]))
const COLUMN_BY_WORDS = new Map(
  Object.entries(WORDS).flatMap(([column, words]) =>
    words.split('|').map((word): [string, CsvColumn] => [word, column as CsvColumn]),
  ),
)
const TEXT_BY_WORDS = new Map(
  TEXTS.flatMap((text) => [
    ...text.words.split('|').map((word): [string, WordOfText] => [word, { text, language: 'en' }]),
    ...text.wordsRo.split('|').map((word): [string, WordOfText] => [word, { text, language: 'ro' }]),
  ]),
)

/** A heading's text, by which it is recognized and shown. */
export function headingOf(cell: string): string {
  return cell.trim().slice(0, MAX_HEADING)
}

/** Whether a heading is known, whatever the others are. */
export function isKnownHeading(heading: string): boolean {
  return meaningOf(heading) !== undefined
}

/**
 * The columns of a file's headings: one of `CSV_COLUMNS`; null for a heading that is empty or to be left out; undefined
 * for an unknown one. A Romanian word such as “Denumire” means the Romanian text, unless another heading does.
 */
export function columnsOf(headings: readonly string[], chosen: ChosenColumns): (CsvColumn | null | undefined)[] {
  const meanings = headings.map((heading) => {
    if (heading === '') return null
    const column = Object.hasOwn(chosen, heading) ? chosen[heading] : undefined
    return column === undefined ? meaningOf(heading) : column && { column }
  })
  const certain = new Set(meanings.map((meaning) => (meaning?.otherwise ? undefined : meaning?.column)))
  return meanings.map((meaning) => {
    if (!meaning) return meaning
    return meaning.otherwise && certain.has(meaning.column) ? meaning.otherwise : meaning.column
  })
}

function meaningOf(heading: string): Meaning | undefined {
  const named = COLUMN_BY_NAME.get(heading.toLowerCase())
  if (named) return { column: named }
  const words = foldText(heading)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !UNITS.has(word))
  const plain = COLUMN_BY_WORDS.get(words.join(' '))
  if (plain) return { column: plain }
  const language = words.map((word) => LANGUAGE_WORDS[word]).find(Boolean)
  const subject = words.filter((word) => !LANGUAGE_WORDS[word] && !FILLERS.has(word)).join(' ')
  const found = TEXT_BY_WORDS.get(subject)
  if (found) return textMeaning(found, language)
  if (COLUMN_BY_WORDS.get(subject) !== 'category') return undefined
  return { column: language === 'ro' ? 'categoryRo' : 'category' }
}

function textMeaning({ text, language: wordLanguage }: WordOfText, language: 'en' | 'ro' | undefined): Meaning {
  if (language !== undefined) return { column: text[language] }
  return wordLanguage === 'ro' ? { column: text.ro, otherwise: text.en } : { column: text.en }
}

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
