import { CsvError, type Options, parse } from 'csv-parse/sync'
import { csvText } from '#server/platform/csv.ts'
import { unguardCell } from '#server/platform/formulas.ts'
import { CSV_COLUMNS, CSV_MAX_ROWS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { type CsvCells, type CsvDish, formatCells } from './cells.ts'
import type { RowError } from './row-error.ts'

/**
 * Formats dishes as a CSV that spreadsheets open and that can be imported without changes
 * (docs/product/menu.md#menu-csv).
 */
export function writeCsv(dishes: readonly CsvDish[]): string {
  const rows = dishes.map((dish) => {
    const cells = formatCells(dish)
    return CSV_COLUMNS.map((column) => cells[column])
  })
  return csvText([[...CSV_COLUMNS], ...rows])
}

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  line: number
  /** The raw text of each cell, by column; only columns of the file. */
  cells: Partial<CsvCells>
}

export interface Csv {
  columns: ReadonlySet<CsvColumn>
  rows: CsvRow[]
  errors: RowError[]
}

/**
 * Parses a CSV with any of the supported delimiters; empty rows are skipped. Parsing ends at an unpaired quotation
 * mark, which is reported as an error.
 */
export function readCsv(text: string): Csv {
  const { records, broken } = readRecords(text, delimiterOf(text))
  const [header, ...rows] = records
  const errors: RowError[] = broken === undefined ? [] : [{ line: broken, column: '', messageKey: 'menuCsv.quote' }]
  if (!header) return { columns: new Set(), rows: [], errors: broken === undefined ? [noHeader(1)] : errors }
  const columns = header.cells.map(columnOf)
  if (!columns.some((column) => column !== undefined)) {
    return { columns: new Set(), rows: [], errors: [noHeader(header.line), ...errors] }
  }
  errors.push(...headerErrors(header, columns))
  const indexes = columnIndexes(columns)
  const tooMany = rows[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  return {
    columns: new Set(indexes.keys()),
    rows: rows.slice(0, CSV_MAX_ROWS).map(({ line, cells }) => {
      if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
        errors.push({ line, column: '', messageKey: 'menuCsv.tooManyCells' })
      }
      // Spreadsheets leave out empty cells at the end of a row.
      return { line, cells: Object.fromEntries([...indexes].map(([column, index]) => [column, cells[index] ?? ''])) }
    }),
    errors,
  }
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The header, the allowed rows, and one more to detect too many. */
const MAX_RECORDS = CSV_MAX_ROWS + 2

/**
 * The non-empty records, at most `MAX_RECORDS`: a file can contain millions of short ones.
 * @returns `broken`: the first line of a record that cannot be parsed
 */
function readRecords(text: string, delimiter: string): { records: CsvRecord[]; broken?: number } {
  const bytes = Buffer.from(text)
  const records: CsvRecord[] = []
  let bytesRead = 0
  let line = 1
  const options: Options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    on_record(cells: string[], info) {
      if (records.length < MAX_RECORDS && cells.some((cell) => cell.trim() !== '')) {
        records.push({ line, cells: cells.map(unguardCell) })
      }
      // The library counts a CRLF within quotes as two lines.
      line += lineBreaksIn(bytes.toString('latin1', bytesRead, info.bytes))
      bytesRead = info.bytes
      return null
    },
  }
  try {
    parse(bytes, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, broken: line }
  }
  return { records }
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}

const DELIMITERS = [',', ';', '\t'] as const
/** The delimiter is detected in the first characters of the header. */
const MAX_HEADER_CHARACTERS = 2000

/** The delimiter that yields the most known column names in the header. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, MAX_HEADER_CHARACTERS)
    .split(/[\r\n]/, 1)
  const knownNames = (delimiter: string) => header.split(delimiter).filter((name) => columnOf(name.replaceAll('"', '')))
  return DELIMITERS.reduce((best, delimiter) =>
    knownNames(delimiter).length > knownNames(best).length ? delimiter : best,
  )
}

const COLUMN_BY_NAME = new Map(CSV_COLUMNS.map((column) => [column.toLowerCase(), column]))

function columnOf(name: string): CsvColumn | undefined {
  return COLUMN_BY_NAME.get(name.trim().toLowerCase())
}

const noHeader = (line: number): RowError => ({ line, column: '', messageKey: 'menuCsv.noHeader' })

/** The index of each column in the file; the first index of a column that occurs twice. */
function columnIndexes(columns: readonly (CsvColumn | undefined)[]): Map<CsvColumn, number> {
  const indexes = new Map<CsvColumn, number>()
  for (const [index, column] of columns.entries()) if (column && !indexes.has(column)) indexes.set(column, index)
  return indexes
}

/** The maximum length of an unknown column's name in an error, in characters. */
const MAX_SHOWN_NAME = 50
/** The maximum number of errors of a header, which can have millions of columns. */
const MAX_HEADER_ERRORS = 100

/** Unknown columns are errors, because their data would be lost without notice. */
function headerErrors({ line, cells }: CsvRecord, columns: readonly (CsvColumn | undefined)[]): RowError[] {
  const errors: RowError[] = []
  const seenColumns = new Set<CsvColumn>()
  for (const [i, cell] of cells.entries()) {
    const column = columns[i]
    const name = cell.trim().slice(0, MAX_SHOWN_NAME)
    if (column === undefined && name !== '') errors.push({ line, column: name, messageKey: 'menuCsv.unknownColumn' })
    if (column !== undefined && seenColumns.has(column))
      errors.push({ line, column, messageKey: 'menuCsv.columnTwice' })
    if (column !== undefined) seenColumns.add(column)
    if (errors.length === MAX_HEADER_ERRORS) break
  }
  return errors
}
