import { CsvError, type Options, parse } from 'csv-parse/sync'
import { csvText, unguardCell } from '#server/platform/csv.ts'
import {
  CSV_COLUMNS,
  CSV_MAX_HEADINGS,
  CSV_MAX_ROWS,
  type CsvColumn,
  type CsvHeading,
} from '#shared/contracts/menu/menu-imports.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { withoutHtml } from './cell-text.ts'
import {
  type ChosenColumns,
  type CsvCells,
  type CsvDish,
  columnsOf,
  formatCells,
  headingOf,
  headingsOf,
  isDoubtfulPrice,
  isKnownHeading,
  isOwnExport,
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
  headings: CsvHeading[]
  /** If there is any, the file must not be imported: what these columns contain is not known. */
  askedHeadings: string[]
  /** Whether it is Masa's own export. */
  isOwn: boolean
  rows: CsvRow[]
  errors: RowError[]
}

/**
 * Parses a CSV with any of the supported delimiters; empty rows, and those above the headings, are skipped. Parsing ends
 * at an unpaired quotation mark, which is reported as an error.
 * @param chosen the columns that the caller chose for headings
 * @param currency the restaurant's
 */
export function readCsv(text: string, chosen: ChosenColumns = {}, currency: Currency = 'lei'): Csv {
  const { records, broken } = readRecords(text, delimiterOf(text))
  const errors: RowError[] = broken === undefined ? [] : [{ line: broken, column: '', messageKey: 'menuCsv.quote' }]
  const nothing = { columns: new Set<CsvColumn>(), headings: [], askedHeadings: [], isOwn: false, rows: [] }
  const [first] = records
  if (!first) return { ...nothing, errors: broken === undefined ? [headerError(1, 'menuCsv.noHeader')] : errors }
  const headerIndex = headerIndexOf(records)
  const header = records[headerIndex]
  if (!header) return { ...nothing, errors: [headerError(first.line, 'menuCsv.noHeader'), ...errors] }
  const rows = records.slice(headerIndex + 1)
  const lastHeading = header.cells.findLastIndex((cell) => cell.trim() !== '')
  const names = headingsOf(header.cells.slice(0, lastHeading + 1))
  if (names.filter((heading) => heading !== '').length > CSV_MAX_HEADINGS) {
    return { ...nothing, errors: [headerError(header.line, `menuCsv.tooManyColumns ${CSV_MAX_HEADINGS}`), ...errors] }
  }
  const isOwn = isOwnExport(names)
  const headings = columnsOf(names, chosen, (column, i) => {
    // The numbers may be those of another system.
    if (column === 'id') return !isOwn && rows.some(({ cells }) => (cells[i] ?? '').trim() !== '')
    return column === 'price' && isDoubtfulPrice(names[i] ?? '', currency)
  })
  const indexes = new Map(headings.flatMap(({ column }, i) => (column ? [[column, i] as const] : [])))
  const tooMany = rows[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  const cellOf = (column: CsvColumn, cell = '') => (isOwn ? cell : withoutHtml(column, cell))
  return {
    columns: new Set(indexes.keys()),
    headings: headings.flatMap(({ isAsked: _, ...heading }) => (heading.heading === '' ? [] : [heading])),
    askedHeadings: headings.flatMap(({ heading, isAsked }) => (isAsked ? [heading] : [])),
    isOwn,
    rows: rows.slice(0, CSV_MAX_ROWS).map(({ line, cells }) => {
      if (cells.slice(headings.length).some((cell) => cell.trim() !== '')) {
        errors.push({ line, column: '', messageKey: 'menuCsv.tooManyCells' })
      }
      // Spreadsheets leave out empty cells at the end of a row.
      const known = [...indexes].map(([column, index]) => [column, cellOf(column, cells[index])])
      return { line, cells: Object.fromEntries(known) }
    }),
    errors,
  }
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The header is searched among the first rows: titles may precede it. */
const MAX_TITLES = 20
/** The header, the allowed rows, and one more to detect too many. */
const MAX_RECORDS = MAX_TITLES + CSV_MAX_ROWS + 2

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
/** The delimiter is detected in the first characters of a file and of each of its lines. */
const MAX_DETECTION = 20_000
const MAX_HEADER = 2000
/** The first line by which some programs name the delimiter. */
const NAMED_DELIMITER = /^"?sep=([,;\t])/i

/** The delimiter that the file names, else the one that yields the most known headings; the most cells if none is known. */
function delimiterOf(text: string): string {
  const lines = text
    .trimStart()
    .slice(0, MAX_DETECTION)
    .split(/[\r\n]+/, MAX_TITLES)
  const [, named] = NAMED_DELIMITER.exec(lines[0] ?? '') ?? []
  if (named) return named
  const rows = (delimiter: string) =>
    lines.map((line) => line.slice(0, MAX_HEADER).replaceAll('"', '').split(delimiter))
  const rank = (delimiter: string) =>
    Math.max(...rows(delimiter).map(knownIn)) * MAX_HEADER + (rows(delimiter)[0]?.length ?? 0)
  return DELIMITERS.reduce((best, delimiter) => (rank(delimiter) > rank(best) ? delimiter : best))
}

const knownIn = (cells: readonly string[]) => cells.filter((cell) => isKnownHeading(headingOf(cell))).length

const headerError = (line: number, messageKey: string): RowError => ({ line, column: '', messageKey })

/** The place of the first row with two known headings; else of the first that may be one, above any price; -1 without. */
function headerIndexOf(records: readonly CsvRecord[]): number {
  const first = records.slice(0, MAX_TITLES)
  const known = first.map(({ cells }) => knownIn(cells.slice(0, CSV_MAX_HEADINGS)))
  const certain = known.findIndex((count) => count > 1)
  if (certain >= 0) return certain
  const firstPrice = first.findIndex(({ cells }) => cells.some((cell) => readAmount(cell) !== undefined))
  const possible = first.slice(0, firstPrice < 0 ? undefined : firstPrice + 1)
  return possible.findIndex(({ cells }, i) => known[i] === 1 || couldBeHeadings(cells))
}

/** Whether a row without any known heading may still be one of headings: of words, not of a dish with its price. */
function couldBeHeadings(cells: readonly string[]): boolean {
  const words = cells.map(headingOf).filter((heading) => heading !== '')
  return words.length > 1 && words.every((word) => !/\p{Cc}/u.test(word) && readAmount(word) === undefined)
}

/**
 * Decodes a file in the encodings that spreadsheets use: UTF-8, UTF-16 of either byte order, or Windows-1250. The
 * encoding is detected by the byte order mark or by the bytes (docs/product/menu.md#menu-csv). An invalid byte becomes
 * a control character, which every field refuses.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isMarkedUtf8(bytes)) return new TextDecoder().decode(bytes).replaceAll('\uFFFD', '\u0080')
    return new TextDecoder('windows-1250').decode(bytes)
  }
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
