import type { CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import type { RequestedDish } from '../plan.ts'
import type { StoredDish } from './cells.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import { parseDishRow } from './parse-row.ts'
import { type RowError, UNKNOWN_ID } from './row-error.ts'

/** The columns that a new dish needs. */
const REQUIRED_COLUMNS = ['name', 'price', 'category'] as const satisfies CsvColumn[]

/**
 * Parses a CSV file into requested dishes (docs/product/menu.md#menu-csv).
 * @param takesUnknownIds whether a row with an id that no dish has is a new dish
 */
export function parseCsv(
  file: Uint8Array,
  dishes: readonly StoredDish[],
  takesUnknownIds: boolean,
): { requests: RequestedDish[]; errors: RowError[] } {
  const { text, lacksRomanianLetters } = decodeText(file)
  const { columns, rows, errors } = readCsv(text)
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const missingColumns = REQUIRED_COLUMNS.filter((column) => !columns.has(column))
  if (rows.length > 0 && !columns.has('id') && missingColumns.length > 0) {
    // One error for the file, not one for each row.
    for (const column of missingColumns) errors.push({ line: 1, column, messageKey: 'menuCsv.neededColumn' })
    return { requests: [], errors }
  }
  const seenIds = new Set<number>()
  const requests: RequestedDish[] = []
  for (const row of rows) {
    const { id, messageKey } = parseId(row)
    const stored = id === null ? undefined : byId.get(id)
    const { dish, errors: rowErrors } = parseDishRow(row, stored, lacksRomanianLetters)
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
