import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { csvText, unguardCell } from '#server/platform/csv.ts'
import { inTurns } from '#server/platform/limits/turns.ts'
import { CSV_COLUMNS, CSV_MAX_HEADINGS, CSV_MAX_ROWS, type CsvHeading } from '#shared/contracts/menu/menu-imports.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { type CsvCells, type CsvDish, formatCells } from './cells.ts'
import { type ChosenColumns, columnOf, columnsOf, headingOf, isOwnExport } from './columns.ts'

/** Formats dishes as a CSV that spreadsheets open and that can be imported without changes (docs/product/menu.md#menu-csv). */
export async function writeCsv(dishes: Iterable<CsvDish>): Promise<string> {
  let text = csvText([[...CSV_COLUMNS]])
  for await (const dish of inTurns(dishes)) {
    const cells = formatCells(dish)
    // The byte order mark stands at the beginning alone.
    text += csvText([CSV_COLUMNS.map((column) => cells[column])]).slice(1)
  }
  return text
}

export interface RowError {
  /** The line of the file or of the pasted list, from 1; the position in `ids` for a change of several dishes. */
  line: number
  /** Empty if the whole row is wrong. */
  column: string
  /** A translation key, and after a space its value (`shared/contracts/base/wording.ts`). */
  messageKey: string
}

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  line: number
  /** The text of each cell, by column; only columns of the file. */
  cells: Partial<CsvCells>
}

interface Csv {
  headings: CsvHeading[]
  /** If there is any, the file must not be imported: what these columns contain is not known. */
  askedHeadings: string[]
  /** Whether it is Masa's own export. */
  isOwn: boolean
  rows: CsvRow[]
  errors: RowError[]
}

/** Parses a CSV with any of the supported delimiters. Rows above the headings and empty ones are skipped. */
export async function readCsv(file: Uint8Array, rules: { chosen: ChosenColumns; currency: Currency }): Promise<Csv> {
  const text = decodeText(file).replace(/\r\n?/g, '\n')
  const { records, errors } = await readRecords(text, delimiterOf(text, rules.currency))
  const nothing = { headings: [], askedHeadings: [], isOwn: false, rows: [] }
  const headerIndex = headerIndexOf(records, rules.currency)
  const header = records[headerIndex]
  const refused = (line: number, messageKey: string) => ({
    ...nothing,
    errors: [{ line, column: '', messageKey }, ...errors],
  })
  if (!header) return errors.length > 0 ? { ...nothing, errors } : refused(records[0]?.line ?? 1, 'menuCsv.noHeader')
  const width = header.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const names = header.cells.slice(0, width).map(headingOf)
  if (names.filter(Boolean).length > CSV_MAX_HEADINGS)
    return refused(header.line, `menuCsv.tooManyColumns ${CSV_MAX_HEADINGS}`)
  const rows = records.slice(headerIndex + 1)
  const isOwn = isOwnExport(names)
  const headings = columnsOf(names, rules, (column, i) => {
    return column === 'id' && !isOwn && rows.some(({ cells }) => (cells[i] ?? '').trim() !== '')
  })
  const columns = headings.flatMap(({ column }, i) => (column ? [[column, i] as const] : []))
  const [tooMany] = rows.splice(CSV_MAX_ROWS)
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  const csv: Csv = {
    headings: headings.flatMap(({ isAsked: _, ...heading }) => (heading.heading === '' ? [] : [heading])),
    askedHeadings: headings.flatMap(({ heading, isAsked }) => (isAsked ? [heading] : [])),
    ...{ isOwn, rows: [], errors },
  }
  for await (const { line, cells } of inTurns(rows)) {
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      errors.push({ line, column: '', messageKey: 'menuCsv.tooManyCells' })
    // Spreadsheets leave out empty cells at the end of a row.
    csv.rows.push({ line, cells: Object.fromEntries(columns.map(([column, i]) => [column, cells[i] ?? ''])) })
  }
  return csv
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The header is searched among the first rows: titles may precede it. */
const MAX_TITLES = 20
/** The header, the allowed rows, and one more to detect too many: a file can contain millions of short ones. */
const MAX_RECORDS = MAX_TITLES + CSV_MAX_ROWS + 2
const PIECE_BYTES = 16_384

/** The records that are not empty, at most `MAX_RECORDS`; an unpaired quotation mark ends them with an error. */
async function readRecords(text: string, delimiter: string): Promise<{ records: CsvRecord[]; errors: RowError[] }> {
  const records: CsvRecord[] = []
  let nextLine = 1
  const parser = parse({
    ...{ delimiter, record_delimiter: '\n', relax_column_count: true, skip_records_with_empty_values: true },
    on_record(cells: string[], { lines }) {
      nextLine = lines + 1
      const line = nextLine - cells.join('').split('\n').length
      if (records.length < MAX_RECORDS) records.push({ line, cells: cells.map(unguardCell) })
      return null
    },
  })
  try {
    await pipeline(inTurns(piecesOf(Buffer.from(text)), 1), parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, errors: [{ line: nextLine, column: '', messageKey: 'menuCsv.quote' }] }
  }
  return { records, errors: [] }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let i = 0; i < bytes.length; i += PIECE_BYTES) yield bytes.subarray(i, i + PIECE_BYTES)
}

const DELIMITERS = [',', ';', '\t'] as const
/** The delimiter is detected in the first characters of a file and of each of its lines. */
const MAX_DETECTION = 20_000
const MAX_HEADER = 2000

/** The delimiter that a line `sep=` names, else the one that yields the most known headings; the most cells if none is known. */
function delimiterOf(text: string, currency: Currency): string {
  const lines = text.trimStart().slice(0, MAX_DETECTION).split(/\n+/, MAX_TITLES)
  const [, named] = /^"?sep=([,;\t])/i.exec(lines[0] ?? '') ?? []
  if (named) return named
  const rank = (delimiter: string) => {
    const rows = lines.map((line) => line.slice(0, MAX_HEADER).replaceAll('"', '').split(delimiter))
    return Math.max(...rows.map((cells) => knownIn(cells, currency))) * MAX_HEADER + (rows[0]?.length ?? 0)
  }
  return DELIMITERS.reduce((best, delimiter) => (rank(delimiter) > rank(best) ? delimiter : best))
}

const knownIn = (cells: readonly string[], currency: Currency) =>
  cells.slice(0, CSV_MAX_HEADINGS).filter((cell) => columnOf(headingOf(cell), currency) !== undefined).length

/** The place of the first row with two known headings; else of the first that may be one: of words, without a price; -1 without. */
function headerIndexOf(records: readonly CsvRecord[], currency: Currency): number {
  const first = records.slice(0, MAX_TITLES)
  const known = first.map(({ cells }) => knownIn(cells, currency))
  const certain = known.findIndex((count) => count > 1)
  if (certain >= 0) return certain
  const [{ cells } = { cells: [] }] = first
  const words = cells.map(headingOf).filter((cell) => cell !== '')
  const areWords = words.length > 1 && words.every((word) => !/\p{Cc}/u.test(word) && !readAmount(word))
  return areWords ? 0 : known.indexOf(1)
}

/** The number of bytes in which UTF-16 without a mark is detected; every header is longer. */
const DETECTION_BYTES = 64

/**
 * Decodes a file in the encodings that spreadsheets use: UTF-8, UTF-16 of either byte order, or Windows-1250. An invalid
 * byte in marked UTF-8 becomes a control character, which every field refuses.
 */
function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  // The header is ASCII, so in UTF-16 every second byte of it is zero.
  const firstZero = bytes.subarray(0, DETECTION_BYTES).indexOf(0)
  if ((first === 0xff && second === 0xfe) || firstZero === 1) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || firstZero === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf
    if (isMarked) return new TextDecoder().decode(bytes).replaceAll('\uFFFD', '\u0080')
    return new TextDecoder('windows-1250').decode(bytes)
  }
}
