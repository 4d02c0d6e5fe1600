import { CsvError, type Options, parse } from 'csv-parse/sync'
import { csvText } from '#server/platform/csv.ts'
import { unguardCell } from '#server/platform/formulas.ts'
import { CSV_COLUMNS, CSV_MAX_ROWS, type CsvColumn } from '#shared/contracts/menu-imports.ts'
import { type Cells, cellsOf, type ExportedDish } from './cells.ts'
import type { Fault } from './fault.ts'

/** Dishes as a CSV that spreadsheets open and that is imported as it is (docs/product.md#menu-csv). */
export function writeCsv(dishes: readonly ExportedDish[]): string {
  const rows = dishes.map((dish) => {
    const cells = cellsOf(dish)
    return CSV_COLUMNS.map((column) => cells[column])
  })
  return csvText([[...CSV_COLUMNS], ...rows])
}

export interface CsvRow {
  /** The line of the file on which it begins, from 1. */
  line: number
  /** The cells of the columns that the file has. */
  cells: Partial<Cells>
}

export interface Csv {
  columns: ReadonlySet<CsvColumn>
  rows: CsvRow[]
  faults: Fault[]
}

/**
 * The rows of a CSV by their columns, whatever its cells are separated with; empty rows are left out. What follows a
 * quotation mark that cannot be read is not read either.
 */
export function readCsv(text: string): Csv {
  const { records, broken } = readRecords(text, delimiterOf(text))
  const [header, ...rows] = records
  const faults: Fault[] = broken === undefined ? [] : [{ line: broken, column: '', wording: 'menuCsv.quote' }]
  if (!header) return { columns: new Set(), rows: [], faults: broken === undefined ? [noHeader(1)] : faults }
  const columns = header.cells.map(columnOf)
  if (!columns.some((column) => column !== undefined)) {
    return { columns: new Set(), rows: [], faults: [noHeader(header.line), ...faults] }
  }
  faults.push(...headerFaults(header, columns))
  const places = placesOf(columns)
  const tooMany = rows[CSV_MAX_ROWS]
  if (tooMany) faults.push({ line: tooMany.line, column: '', wording: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  return {
    columns: new Set(places.keys()),
    rows: rows.slice(0, CSV_MAX_ROWS).map(({ line, cells }) => {
      if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
        faults.push({ line, column: '', wording: 'menuCsv.tooManyCells' })
      }
      // Spreadsheets leave out empty cells at the end of a row.
      return { line, cells: Object.fromEntries([...places].map(([column, place]) => [column, cells[place] ?? ''])) }
    }),
    faults,
  }
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The header, the rows, and the one by which there are too many. */
const MAX_RECORDS = CSV_MAX_ROWS + 2

/**
 * The records that say anything, as many as can matter: millions of short ones fit into a file.
 * @returns `broken`: the line on which the record begins that cannot be read
 */
function readRecords(text: string, delimiter: string): { records: CsvRecord[]; broken?: number } {
  const bytes = Buffer.from(text)
  const records: CsvRecord[] = []
  let read = 0
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
      line += lineBreaksIn(bytes.toString('latin1', read, info.bytes))
      read = info.bytes
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
/** In so many characters a header has named enough of its columns. */
const LOOKED_AT = 2000

/** The separator by which most names of the header are known. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, LOOKED_AT)
    .split(/[\r\n]/, 1)
  const known = (delimiter: string) => header.split(delimiter).filter((name) => columnOf(name.replaceAll('"', '')))
  return DELIMITERS.reduce((best, delimiter) => (known(delimiter).length > known(best).length ? delimiter : best))
}

const BY_NAME = new Map(CSV_COLUMNS.map((column) => [column.toLowerCase(), column]))

function columnOf(name: string): CsvColumn | undefined {
  return BY_NAME.get(name.trim().toLowerCase())
}

const noHeader = (line: number): Fault => ({ line, column: '', wording: 'menuCsv.noHeader' })

/** Where each column stands; of one that is there twice, the first place. */
function placesOf(columns: readonly (CsvColumn | undefined)[]): Map<CsvColumn, number> {
  const places = new Map<CsvColumn, number>()
  for (const [place, column] of columns.entries()) if (column && !places.has(column)) places.set(column, place)
  return places
}

/** How much of an unknown column's name is said. */
const NAME_SHOWN = 50
/** How many columns are named that cannot be taken: a header can have millions. */
const COLUMNS_NAMED = 100

/** A column that nobody reads would be data lost in silence. */
function headerFaults({ line, cells }: CsvRecord, columns: readonly (CsvColumn | undefined)[]): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<CsvColumn>()
  for (const [i, cell] of cells.entries()) {
    const column = columns[i]
    const name = cell.trim().slice(0, NAME_SHOWN)
    if (column === undefined && name !== '') faults.push({ line, column: name, wording: 'menuCsv.unknownColumn' })
    if (column !== undefined && seen.has(column)) faults.push({ line, column, wording: 'menuCsv.columnTwice' })
    if (column !== undefined) seen.add(column)
    if (faults.length === COLUMNS_NAMED) break
  }
  return faults
}
