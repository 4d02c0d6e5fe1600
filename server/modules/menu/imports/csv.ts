import { CsvError, type Options, parse } from 'csv-parse/sync'
import { csvText, unguardCell } from '#server/platform/csv.ts'
import { CSV_COLUMNS, CSV_MAX_HEADINGS, CSV_MAX_ROWS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { readAmount } from '#shared/domain/money.ts'
import {
  type ChosenColumns,
  type CsvCells,
  type CsvDish,
  columnsOf,
  formatCells,
  headingOf,
  isKnownHeading,
  type RowError,
} from './headings.ts'

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

interface Csv {
  columns: ReadonlySet<CsvColumn>
  /** Headings of which nobody knows what they mean. */
  unknownHeadings: string[]
  rows: CsvRow[]
  errors: RowError[]
}

/**
 * Parses a CSV with any of the supported delimiters; empty rows are skipped. Parsing ends at an unpaired quotation
 * mark, which is reported as an error.
 * @param chosen the columns of headings that the caller knows
 */
export function readCsv(text: string, chosen: ChosenColumns = {}): Csv {
  const { records, broken } = readRecords(text, delimiterOf(text))
  const [header, ...rows] = records
  const errors: RowError[] = broken === undefined ? [] : [{ line: broken, column: '', messageKey: 'menuCsv.quote' }]
  const nothing = { columns: new Set<CsvColumn>(), unknownHeadings: [], rows: [] }
  if (!header) return { ...nothing, errors: broken === undefined ? [headerError(1, 'menuCsv.noHeader')] : errors }
  const lastHeading = header.cells.findLastIndex((cell) => cell.trim() !== '')
  const headings = header.cells.slice(0, lastHeading + 1).map(headingOf)
  if (headings.filter((heading) => heading !== '').length > CSV_MAX_HEADINGS) {
    return { ...nothing, errors: [headerError(header.line, `menuCsv.tooManyColumns ${CSV_MAX_HEADINGS}`), ...errors] }
  }
  const columns = columnsOf(headings, chosen)
  if (!columns.some(Boolean) && !couldBeHeadings(headings)) {
    return { ...nothing, errors: [headerError(header.line, 'menuCsv.noHeader'), ...errors] }
  }
  const indexes = columnIndexes(columns)
  errors.push(...repeatedColumnErrors(header.line, headings, columns))
  const tooMany = rows[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  return {
    columns: new Set(indexes.keys()),
    unknownHeadings: [...new Set(headings.filter((_, i) => columns[i] === undefined))],
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

/** The delimiter that yields the most known headings; the most headings if none is known. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, MAX_HEADER_CHARACTERS)
    .split(/[\r\n]/, 1)
  const headings = (delimiter: string) => header.split(delimiter)
  const known = (delimiter: string) =>
    headings(delimiter).filter((cell) => isKnownHeading(headingOf(cell.replaceAll('"', '')))).length
  const rank = (delimiter: string) => known(delimiter) * MAX_HEADER_CHARACTERS + headings(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (rank(delimiter) > rank(best) ? delimiter : best))
}

const headerError = (line: number, messageKey: string): RowError => ({ line, column: '', messageKey })

/** Whether a row without any known heading may still be one of headings: of words, not of a dish with its price. */
function couldBeHeadings(headings: readonly string[]): boolean {
  const words = headings.filter((heading) => heading !== '')
  return words.length > 1 && words.every((word) => !/\p{Cc}/u.test(word) && readAmount(word) === undefined)
}

/** The index of each column in the file; the first index of a column that occurs twice. */
function columnIndexes(columns: readonly (CsvColumn | null | undefined)[]): Map<CsvColumn, number> {
  const indexes = new Map<CsvColumn, number>()
  for (const [index, column] of columns.entries()) if (column && !indexes.has(column)) indexes.set(column, index)
  return indexes
}

function repeatedColumnErrors(
  line: number,
  headings: readonly string[],
  columns: readonly (CsvColumn | null | undefined)[],
): RowError[] {
  return CSV_COLUMNS.flatMap((column) => {
    const meant = headings.filter((_, i) => columns[i] === column)
    return meant.length < 2 ? [] : [{ line, column, messageKey: `menuCsv.columnTwice ${meant.join(', ')}` }]
  })
}

/**
 * Decodes a file in the encodings that spreadsheets use: UTF-8, UTF-16 of either byte order, or Windows-1250. The
 * encoding is detected by the byte order mark or by the bytes (docs/product/menu.md#menu-csv). An invalid byte becomes
 * a control character, which every field refuses.
 * @returns `lacksRomanianLetters`: whether the encoding is Windows-1250, which has no ș and ț
 */
export function decodeText(bytes: Uint8Array): { text: string; lacksRomanianLetters: boolean } {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), lacksRomanianLetters: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), lacksRomanianLetters: false }
  } catch {
    if (isMarkedUtf8(bytes))
      return { text: new TextDecoder().decode(bytes).replaceAll('\uFFFD', '\u0080'), lacksRomanianLetters: false }
    return { text: new TextDecoder('windows-1250').decode(bytes), lacksRomanianLetters: true }
  }
}

/** The text as a spreadsheet saves it in Windows-1250: ș and ț become question marks. */
export function withoutRomanianLetters(text: string): string {
  return text.replace(/[șțȘȚ]/g, '?')
}

/** Whether a text of a Windows-1250 file has probably lost letters: a question mark is followed by a letter. */
export function hasLostLetters(text: string): boolean {
  return /\?\p{L}/u.test(text)
}

function isMarkedUtf8([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** The number of bytes in which UTF-16 without a mark is detected; every header is longer. */
const DETECTION_BYTES = 64

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // The header is ASCII, so in UTF-16 every second byte of it is zero.
  const firstZero = bytes.subarray(0, DETECTION_BYTES).indexOf(0)
  if (firstZero === 0) return 'utf-16be'
  return firstZero === 1 ? 'utf-16le' : undefined
}
