import type { CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import type { RequestedDish } from '../plan.ts'
import type { StoredDish, WholePrices } from './cells.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import type { ChosenColumns } from './headings.ts'
import { parseDishRow } from './parse-row.ts'
import { type PriceQuestion, priceQuestion } from './price-question.ts'
import { type RowError, UNKNOWN_ID } from './row-error.ts'

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
  /** The columns of headings that the import does not know. */
  columns: ChosenColumns
}

export interface ParsedCsv {
  requests: RequestedDish[]
  errors: RowError[]
  /** If there is any, the file must not be imported: the data of these columns would be lost without notice. */
  unknownHeadings: string[]
  question: PriceQuestion
}

/** Parses a CSV file into requested dishes (docs/product/menu.md#menu-csv). */
export function parseCsv(
  file: Uint8Array,
  dishes: readonly StoredDish[],
  { takesUnknownIds, prices, currency, columns: chosen }: CsvOptions,
): ParsedCsv {
  const { text, lacksRomanianLetters } = decodeText(file)
  const { columns, rows, errors, unknownHeadings } = readCsv(text, chosen)
  const rules = { lacksRomanianLetters, wholePrices: prices ?? 'minor', currency }
  const question = priceQuestion(rows, prices)
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const missingColumns = REQUIRED_COLUMNS.flatMap((names) => (names.some((name) => columns.has(name)) ? [] : names[0]))
  if (rows.length > 0 && !columns.has('id') && missingColumns.length > 0) {
    // One error for the file, not one for each row.
    for (const column of missingColumns) errors.push({ line: 1, column, messageKey: 'menuCsv.neededColumn' })
    return { requests: [], errors, unknownHeadings, question }
  }
  const seenIds = new Set<number>()
  const requests: RequestedDish[] = []
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
  return { requests, errors, unknownHeadings, question }
}

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
