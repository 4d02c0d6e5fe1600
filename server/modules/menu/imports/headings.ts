import type { DishInput } from '#shared/contracts/menu/menu-editing.ts'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn, type CsvHeading } from '#shared/contracts/menu/menu-imports.ts'
import { isNutrient, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { CURRENCIES, type Currency, readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading, in characters; what is longer is cut off. */
const MAX_HEADING = 50

/** A text in both languages. A word of one language may still be the heading of both, followed by the language. */
const TEXTS: { en: CsvColumn; ro: CsvColumn; words: string; wordsRo: string }[] = [
  {
    en: 'name',
    ro: 'nameRo',
    words: 'name|dish|dish name|item|item name|menu item|menu item name|menu name|product|product name|title',
    wordsRo: [
      'nume|numele|denumire|denumirea|preparat|produs|articol|fel|fel de mancare|nume preparat|nume produs',
      'denumire preparat|denumire produs|denumirea preparatului|numele preparatului|denumirea produsului|numele produsului',
    ].join('|'),
  },
  {
    en: 'description',
    ro: 'descriptionRo',
    words: 'description|details|dish description|item description|menu description|product description|body|body html',
    wordsRo: 'descriere|descrierea|detalii|descriere produs|descriere preparat',
  },
  {
    en: 'ingredients',
    ro: 'ingredientsRo',
    words: 'ingredients',
    wordsRo: 'ingrediente|ingredientele|compozitie',
  },
]

/** Words of several columns of one file, such as purchase and sale prices, are asked about. */
const WORDS: Partial<Record<CsvColumn, string>> = {
  price: [
    'price|prices|unit price|base price|item price|menu price|product price|list price|regular price|retail price',
    'sale price|sales price|selling price|variant price|cost|cost price|pret|pretul|preturi|pret unitar|pret vanzare',
    'pret de vanzare|pret produs|pret lista|pret final|pret achizitie|pret de achizitie',
  ].join('|'),
  category: [
    'category|categories|category name|item category|menu category|product category|section|group|menu section|menu group',
    'categorie|categoria|categorii|nume categorie|denumire categorie|categorie produs|categoria produsului|sectiune|grupa|grup',
  ].join('|'),
  imageUrl: 'image|picture|photo|image url|imagine|imaginea|poza|foto|fotografie',
  tags: 'tag|tags|labels|etichete|eticheta',
  isActive: [
    'active|is active|visible|visibility|shown|published|available|available for sale|enabled|menu status',
    'activ|vizibil|vizibilitate|afisat|publicat|disponibil|disponibilitate',
  ].join('|'),
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

/** Words of what the restaurant pays, which is hardly ever its menu's price. */
const COSTS = /\b(?:cost|achizitie)\b/
const CURRENCY_WORDS: Record<Currency, RegExp> = { lei: /\b(?:lei|leu|ron)\b/, eur: /€|\beuro?\b/ }
const FOREIGN_SIGNS = /[^\P{Sc}€]/u
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

/** A heading's text, by which it is recognized. */
export function headingOf(cell: string): string {
  return cell.trim().slice(0, MAX_HEADING)
}

/** The headings of a row, each once: one that repeats another gets its number. */
export function headingsOf(cells: readonly string[]): string[] {
  const times = new Map<string, number>()
  return cells.map((cell) => {
    const heading = headingOf(cell)
    const time = (times.get(heading) ?? 0) + 1
    times.set(heading, time)
    return heading === '' || time === 1 ? heading : `${heading} (${time})`
  })
}

/** The columns of every export; older ones lack the others. */
const EXPORTED = CSV_COLUMNS.filter((column) => column !== 'allergensChecked' && column !== 'optionGroups')

/** Whether a file is Masa's own export, or its template: only there a number in the column `id` is surely that of a dish. */
export function isOwnExport(headings: readonly string[]): boolean {
  return EXPORTED.every((column) => headings.includes(column))
}

/** Whether a heading is known, whatever the others are. */
export function isKnownHeading(heading: string): boolean {
  return meaningOf(heading) !== undefined
}

/** Whether a heading that means prices may mean other ones: what a dish costs the restaurant, or those in another currency. */
export function isDoubtfulPrice(heading: string, currency: Currency): boolean {
  const text = foldText(heading)
  const others = CURRENCIES.filter((other) => other !== currency)
  return COSTS.test(text) || FOREIGN_SIGNS.test(text) || others.some((other) => CURRENCY_WORDS[other].test(text))
}

/**
 * What the headings of a file mean (docs/product/menu.md#menu-csv-headings). A Romanian word such as “Denumire” means the
 * Romanian text, unless another heading does.
 * @param isDoubtful says whether nobody but the owner knows that the heading at a place means a column
 * @returns for each heading its column, null for one to be left out; `isAsked` for one that must be settled first, because
 * nobody knows it, or because of what it is `meant` to be
 */
export function columnsOf(
  headings: readonly string[],
  chosen: ChosenColumns,
  isDoubtful: (column: CsvColumn, index: number) => boolean = () => false,
): (CsvHeading & { isAsked: boolean })[] {
  const choiceOf = (heading: string) => (Object.hasOwn(chosen, heading) ? chosen[heading] : undefined)
  const meanings = headings.map((heading) => {
    const choice = heading === '' ? null : choiceOf(heading)
    return choice === undefined ? meaningOf(heading) : choice && { column: choice }
  })
  const certain = new Set(meanings.map((meaning) => (meaning?.otherwise ? undefined : meaning?.column)))
  const columns = meanings.map((meaning) => {
    if (!meaning) return meaning
    return meaning.otherwise && certain.has(meaning.column) ? meaning.otherwise : meaning.column
  })
  return headings.map((heading, i) => {
    const column = columns[i]
    if (!column) return { heading, column: null, isAsked: column === undefined }
    const isClaimedTwice = columns.indexOf(column) !== columns.lastIndexOf(column)
    const isAsked = isClaimedTwice || (choiceOf(heading) !== column && isDoubtful(column, i))
    return isAsked ? { heading, column: null, meant: column, isAsked } : { heading, column, isAsked }
  })
}

/** A suffix in square brackets names a shop. */
const IN_BRACKETS = /\[[^[\]]*\]/g
/** A repeated heading's number. */
const REPEATED = / \(\d+\)$/

function meaningOf(heading: string): Meaning | undefined {
  const text = heading.replace(REPEATED, '')
  const named = COLUMN_BY_NAME.get(text.toLowerCase())
  if (named) return { column: named }
  const meaning = meaningOfWords(text) ?? meaningOfWords(text.replace(IN_BRACKETS, ' '))
  // Energy [kJ] is no energy in kcal.
  return meaning && isNutrient(meaning.column) ? meaningOfWords(text) : meaning
}

function meaningOfWords(heading: string): Meaning | undefined {
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

const YES = words(
  'true|1|yes|y|on|da|adevarat|visible|shown|active|enabled|published|public|available|vizibil|afisat|activ|publicat|disponibil',
)
const NO = words(
  'false|0|-1|no|n|off|nu|fals|hidden|inactive|disabled|unpublished|draft|archived|private|unavailable|ascuns|invizibil|inactiv|nepublicat|indisponibil',
)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split('|'))
}

/** An empty cell is the default of its column. */
function parseBoolean(text: string, byDefault: boolean): ParsedCell {
  const word = text.length > MAX_HEADING ? text : foldText(text)
  if (word === '') return { value: byDefault }
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { messageKey: 'validation.yesOrNo' }
}

function parseList(text: string): string[] {
  return text
    .split(LIST_SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
