import * as z from 'zod/mini'
import type { $ZodError } from 'zod/v4/core'
import { singleLine } from '#shared/contracts/base/fields.ts'
import { dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn, type CsvHeading, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { isNutrient, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { namesAfter } from '#shared/domain/menu/published-dish.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import { hasLostLetters, isWithoutLetters } from './cell-text.ts'
import { type CsvRow, decodeText, readCsv } from './csv.ts'
import {
  type ChosenColumns,
  formatCells,
  type ImportedDish,
  type NamedGroup,
  type PriceRules,
  parseCell,
  parseNutrient,
  type RequestedDish,
  type RowError,
  type StoredDish,
  UNKNOWN_ID,
  type WholePrices,
} from './headings.ts'
import { readPriceList } from './price-list.ts'

/** The columns that a new dish needs; one of several is enough. */
const REQUIRED_COLUMNS = [['name', 'nameRo'], ['price'], ['category']] as const satisfies CsvColumn[][]

/** How a file is to be read, apart from what it says itself. */
export interface CsvOptions {
  /** Whether a row with an id that no dish has is a new dish. */
  takesUnknownIds: boolean
  /** What whole prices are; undefined if nobody has said so. */
  prices: WholePrices | undefined
  /** The restaurant's; a price in another one is an error. */
  currency: Currency
  /** What the caller says of headings. */
  columns: ChosenColumns
}

/** The restaurant's dishes and groups of options, which rows may name. */
interface Known {
  dishes: readonly StoredDish[]
  groups: readonly NamedGroup[]
}

export interface ParsedRows {
  requests: RequestedDish[]
  errors: RowError[]
  /** Of a file: what each of its headings was taken for. */
  headings: CsvHeading[]
  /** If there is any, the file must not be imported: what these columns contain is not known. */
  askedHeadings: string[]
  question: PriceQuestion
  rows: readonly CsvRow[]
}

/** Parses a CSV file into requested dishes (docs/product/menu.md#menu-csv). */
export function parseCsv(file: Uint8Array, known: Known, options: CsvOptions): ParsedRows {
  const { columns, headings, askedHeadings, isOwn, rows, errors } = readCsv(
    decodeText(file),
    options.columns,
    options.currency,
  )
  const question = isOwn && rows.some(hasId) ? NO_QUESTION : priceQuestion(rows, options.prices)
  const about = { headings, askedHeadings, question, rows }
  const missingColumns = REQUIRED_COLUMNS.flatMap((names) => (names.some((name) => columns.has(name)) ? [] : names[0]))
  if (askedHeadings.length > 0) return { requests: [], errors, ...about }
  if (rows.length > 0 && !columns.has('id') && missingColumns.length > 0) {
    // One error for the file, not one for each row.
    for (const column of missingColumns) errors.push({ line: 1, column, messageKey: 'menuCsv.neededColumn' })
    return { requests: [], errors, ...about }
  }
  const { requests, errors: rowErrors } = requestsOf(rows, known, options)
  return { requests, errors: [...errors, ...rowErrors], ...about }
}

/** Parses a pasted price list into requested dishes: its lines are rows of new dishes (docs/product/menu.md#menu-price-list). */
export function parsePriceList(text: string, known: Known, currency: Currency): ParsedRows {
  const { rows, errors } = readPriceList(text)
  const parsed = requestsOf(rows, known, { takesUnknownIds: false, prices: undefined, currency })
  const about = { headings: [], askedHeadings: [], question: NO_QUESTION, rows }
  return { requests: parsed.requests, errors: [...errors, ...parsed.errors], ...about }
}

function requestsOf(
  rows: readonly CsvRow[],
  { dishes, groups }: Known,
  { takesUnknownIds, prices, currency }: Omit<CsvOptions, 'columns'>,
): Pick<ParsedRows, 'requests' | 'errors'> {
  const rules: CellRules = {
    wholePrices: prices ?? 'minor',
    currency,
    groups: new Map(groups.map((group) => [foldText(group.name), group])),
  }
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const seenIds = new Set<number>()
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  for (const row of rows) {
    const { id, messageKey } = parseId(row)
    const stored = id === null ? undefined : byId.get(id)
    const { dish, errors: rowErrors } = parseDishRow(row, stored, rules)
    const idMessageKey =
      messageKey ?? (id === null ? undefined : idError(id, stored !== undefined || takesUnknownIds, seenIds))
    if (idMessageKey !== undefined) {
      // The errors of its cells are reported too, but not the columns that a new dish would need.
      errors.push(
        { line: row.line, column: 'id', messageKey: idMessageKey },
        ...rowErrors.filter(({ column }) => column in row.cells),
      )
      continue
    }
    errors.push(...rowErrors)
    if (dish)
      requests.push({ line: row.line, id: stored?.id ?? null, dish, categoryRo: categoryRoOf(row, dish, stored) })
  }
  return { requests, errors }
}

const hasId = ({ cells }: CsvRow) => (cells.id ?? '').trim() !== ''

function parseId({ cells }: CsvRow): { id: number | null; messageKey?: string } {
  const text = (cells.id ?? '').trim()
  if (text === '') return { id: null }
  return /^\d{1,15}$/.test(text) ? { id: Number(text) } : { id: null, messageKey: 'validation.wholeNumber' }
}

/** @param seenIds the ids of earlier rows; this id is added to it */
function idError(id: number, isAllowed: boolean, seenIds: Set<number>): string | undefined {
  if (!isAllowed) return UNKNOWN_ID
  if (seenIds.has(id)) return 'menuCsv.idTwice'
  seenIds.add(id)
  return undefined
}

/** The Romanian name for the category; undefined for a moved dish that still has its old category's Romanian name. */
function categoryRoOf(
  { cells }: CsvRow,
  { category, categoryRo }: RequestedDish['dish'],
  stored: StoredDish | undefined,
) {
  if (cells.categoryRo === undefined) return undefined
  const hasMoved = category !== stored?.category
  if (hasMoved && (categoryRo === '' || categoryRo === stored?.categoryRo)) return undefined
  return categoryRo
}

/** The Romanian names are required in the form, but optional in an import: a menu may be in one language. */
const romanianNames = { nameRo: singleLine(REQUIRED_TEXTS.nameRo), categoryRo: singleLine(REQUIRED_TEXTS.categoryRo) }
const newRowSchema = z.extend(dishInputSchema, {
  nameRo: z._default(romanianNames.nameRo, ''),
  categoryRo: z._default(romanianNames.categoryRo, ''),
})
const changedRowSchema = z.extend(dishChangeSchema, z.partial(z.object(romanianNames)).shape)

/** How the cells of a file are read. */
interface CellRules extends PriceRules {
  /** The restaurant's groups of options by their folded names. */
  groups: ReadonlyMap<string, NamedGroup>
}

/**
 * Converts a row to a dish. A cell that equals its export keeps the stored value, but for a price in major units, and so
 * does one that only lost letters; every other cell is validated as in the dish's form. A new dish without an English name takes the Romanian one.
 * @param stored the dish with the row's id; undefined for a new dish
 * @returns the dish, unless a cell has an error
 */
function parseDishRow(
  row: CsvRow,
  stored: StoredDish | undefined,
  { groups, ...prices }: CellRules,
): { dish?: ImportedDish; errors: RowError[] } {
  const storedCells = stored && formatCells(stored)
  const isUnchanged = (column: CsvColumn, cell: string) => {
    if (column === 'price' && prices.wholePrices === 'major') return false
    const old = storedCells?.[column]
    return cell === old || (old !== undefined && isWithoutLetters(cell, old))
  }
  const changedColumns = CSV_COLUMNS.filter((column) => {
    const cell = row.cells[column]
    return column !== 'id' && cell !== undefined && !isUnchanged(column, cell)
  })
  if (stored && changedColumns.length === 0) return { dish: stored, errors: [] }
  const { input, errors } = parseCells(row, changedColumns, stored, prices)
  errors.push(...lostLetterErrors(row, changedColumns))
  const named = namedGroups(input.optionGroups, groups)
  if (typeof named === 'string') errors.push({ line: row.line, column: 'optionGroups', messageKey: named })
  const groupsOfDish = typeof named === 'object' ? named : {}
  if (stored) {
    const parsed = z.safeParse(changedRowSchema, input)
    if (parsed.success && errors.length === 0)
      return {
        dish: { ...stored, ...parsed.data, ...namesAfter(stored, parsed.data), ...groupsOfDish } as StoredDish,
        errors,
      }
    return { errors: [...errors, ...schemaErrors(parsed.error, row.line, errors)] }
  }
  const nameIsFallback = !input.name && Boolean(input.nameRo)
  const parsed = z.safeParse(newRowSchema, nameIsFallback ? { ...input, name: input.nameRo } : input)
  if (parsed.success && errors.length === 0)
    return { dish: { ...parsed.data, nameIsFallback, optionGroups: [], ...groupsOfDish }, errors }
  return { errors: [...errors, ...schemaErrors(parsed.error, row.line, errors)] }
}

/** The groups that a cell names; undefined without a changed cell, and the message key if one does not exist. */
function namedGroups(names: unknown, groups: CellRules['groups']) {
  if (!Array.isArray(names)) return undefined
  const named = names.map((name: string) => groups.get(foldText(name)))
  if (!named.every((group) => group !== undefined)) return 'menuCsv.unknownGroup'
  const chosen = [...new Set(named)]
  if (chosen.length > MAX_DISH_GROUPS) return `validation.atMostEntries ${MAX_DISH_GROUPS}`
  return { optionGroups: chosen.map(({ name }) => name), optionGroupIds: chosen.map(({ id }) => id) }
}

function lostLetterErrors({ line, cells }: CsvRow, columns: readonly CsvColumn[]): RowError[] {
  const damaged = columns.filter((column) => hasLostLetters(column, cells[column] ?? ''))
  return damaged.map((column) => ({ line, column, messageKey: 'menuCsv.lostLetters' }))
}

function parseCells(
  { line, cells }: CsvRow,
  columns: readonly CsvColumn[],
  stored: StoredDish | undefined,
  prices: PriceRules,
) {
  const input: Record<string, unknown> = {}
  const nutrition: Partial<Record<Nutrient, unknown>> = { ...stored?.nutritionalValues }
  const errors: RowError[] = []
  for (const column of columns) {
    const cell = cells[column] ?? ''
    const parsed = isNutrient(column) ? parseNutrient(cell) : parseCell(column as 'name', cell, prices)
    if ('messageKey' in parsed) errors.push({ line, column, messageKey: parsed.messageKey })
    else if (isNutrient(column)) nutrition[column] = parsed.value
    else input[column] = parsed.value
  }
  if (columns.some(isNutrient)) {
    // Without any known value the whole object is null.
    const hasValue = Object.values(nutrition).some((value) => value !== null)
    input.nutritionalValues = hasValue ? nutrition : null
  }
  return { input, errors }
}

/** The first issue of each column, except for columns that have an error already. */
function schemaErrors(error: $ZodError | undefined, line: number, earlier: readonly RowError[]): RowError[] {
  const columnsWithError = new Set(earlier.map(({ column }) => column))
  return (error?.issues ?? []).flatMap(({ path: [field, nutrient], message }) => {
    const column = String(field === 'nutritionalValues' ? nutrient : field)
    if (columnsWithError.has(column)) return []
    columnsWithError.add(column)
    return [{ line, column, messageKey: message }]
  })
}

/** Whether to ask what the whole prices of a file are, and some of them if that is doubtful. */
type PriceQuestion = Pick<MenuOutcome, 'asksPrices' | 'priceExamples'>

export const NO_QUESTION: PriceQuestion = { asksPrices: false, priceExamples: [] }

/** In minor units, a dish below this is hardly ever meant. */
const CHEAP = 1000
const EXAMPLES = 3
/** Some programs write three decimals: `28.000` is hardly ever a number of minor units. */
const GROUPED = /\d[.,\s]\d{3}\s*$/

/**
 * Whether it is doubtful what the whole prices of a file are: it also has prices with decimals, one has its digits in groups,
 * or at least half of the whole ones would be below 10.00 (docs/product/menu.md#menu-csv-prices).
 * @param answer what somebody has said; then there is nothing to ask
 */
function priceQuestion(rows: readonly CsvRow[], answer: WholePrices | undefined): PriceQuestion {
  const prices = rows.flatMap(({ cells }) => readAmount(cells.price ?? '') ?? [])
  // Zero is the same in both units.
  const whole = prices.filter(({ kind, value }) => kind === 'whole' && value > 0).map(({ value }) => value)
  const cheap = whole.filter((price) => price < CHEAP)
  const hasAmounts = prices.some(({ kind }) => kind === 'amount')
  const hasGrouped = rows.some(({ cells }) => GROUPED.test(cells.price ?? ''))
  const isDoubtful = whole.length > 0 && (hasAmounts || hasGrouped || cheap.length * 2 >= whole.length)
  if (!isDoubtful) return NO_QUESTION
  return { asksPrices: answer === undefined, priceExamples: [...new Set([...cheap, ...whole])].slice(0, EXAMPLES) }
}
