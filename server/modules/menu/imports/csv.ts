import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#server/platform/app-error.ts'
import { csvText, unguardCell } from '#server/platform/csv.ts'
import { isPicture } from '#server/platform/files/pictures.ts'
import { inTurns } from '#server/platform/limits/concurrency.ts'
import { CSV_COLUMNS, CSV_MAX_HEADINGS, CSV_MAX_ROWS } from '#shared/contracts/menu/menu-imports.ts'
import type { CsvEncoding } from '#shared/domain/menu/csv-encodings.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { type CsvCells, type CsvDish, formatCells } from './cells.ts'
import { type ChosenColumns, columnsOf, headingOf } from './columns.ts'
import { utf8Of } from './encodings.ts'

/** Formats dishes as a CSV that spreadsheets open and that can be imported without changes (docs/product/menu.md#menu-csv). */
export async function writeCsv(dishes: Iterable<CsvDish>): Promise<string> {
  let text = csvText([[...CSV_COLUMNS]])
  for await (const dish of inTurns(dishes)) {
    const cells = formatCells(dish)
    // The byte order mark stands only at the beginning.
    text += csvText([CSV_COLUMNS.map((column) => cells[column])]).slice(1)
  }
  return text
}

export interface RowError {
  /** The line of the file or of the pasted list, from 1; the position in `ids` for a change of several dishes. */
  line: number
  /** The column of the error; empty if the whole row is wrong. */
  column: string
  /** A translation key, followed by a space and its value (`shared/contracts/base/wording.ts`). */
  messageKey: string
}

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  line: number
  /** The text of each cell by column; columns that the file lacks are missing. */
  cells: Partial<CsvCells>
}

interface CsvRules {
  chosen: ChosenColumns
  currency: Currency
  encoding: CsvEncoding | undefined
}

/**
 * Parses a CSV with any of the supported delimiters. Its first non-empty row, after a `sep=` line, names the columns.
 */
export async function readCsv(file: Buffer, rules: CsvRules) {
  refuseOthers(file)
  const { bytes, encoding } = utf8Of(file, rules.encoding)
  const { records, errors } = await readRecords(bytes)
  const [header, ...rows] = records
  const refuse = (line: number, messageKey: string) => errors.push({ line, column: '', messageKey })
  const names = header?.cells.slice(0, header.cells.findLastIndex((cell) => cell.trim() !== '') + 1).map(headingOf)
  if (!header || !names || /\p{Cc}/u.test(names.join(''))) {
    if (errors.length === 0) refuse(1, 'menuCsv.noHeader')
    return { rows: [], errors, encoding }
  }
  if (names.length > CSV_MAX_HEADINGS) {
    refuse(header.line, `menuCsv.tooManyColumns ${CSV_MAX_HEADINGS}`)
    return { rows: [], errors, encoding }
  }
  const headings = columnsOf(names, rules)
  if (isDish(headings)) {
    refuse(header.line, 'menuCsv.noHeader')
    return { rows: [], errors, encoding }
  }
  const columns = headings.flatMap(({ heading, column }) => (column === undefined ? [heading] : []))
  if (columns.length > 0) throw new AppError('unknown_columns', { columns })
  const [tooMany] = rows.splice(CSV_MAX_ROWS)
  if (tooMany) refuse(tooMany.line, `menuCsv.tooManyRows ${CSV_MAX_ROWS}`)
  const read: CsvRow[] = []
  for await (const { line, cells } of inTurns(rows)) {
    if (cells.slice(names.length).some((cell) => cell.trim() !== '')) refuse(line, 'menuCsv.tooManyCells')
    // Spreadsheets leave out empty cells at the end of a row.
    const known = headings.flatMap(({ column }, i) => (column ? [[column, cells[i] ?? '']] : []))
    read.push({ line, cells: Object.fromEntries(known) })
  }
  return { rows: read, errors, encoding }
}

function refuseOthers(file: Buffer): void {
  const head = file.toString('utf8', 0, 100)
  // Packed and old office files, and tables of the web that are named as workbooks.
  const isWorkbook = /^(504b0304|d0cf11e0)/.test(file.toString('hex', 0, 4)) || head.trimStart().startsWith('<')
  if (isWorkbook) throw new AppError('csv_workbook')
  if (head.startsWith('%PDF')) throw new AppError('csv_pdf')
  if (isPicture(file)) throw new AppError('csv_picture')
}

/** Whether a first row is a dish instead of headings: it has a name and a price, and names neither column. */
function isDish(headings: readonly { heading: string; column: unknown }[]): boolean {
  const isPrice = ({ heading }: { heading: string }) => readAmount(heading.replace(/\p{Sc}/gu, '')) !== undefined
  return (
    headings.some(isPrice) &&
    headings.some((cell) => /\p{L}/u.test(cell.heading) && !isPrice(cell)) &&
    !headings.some(({ column }) => ['name', 'nameRo', 'price'].includes(String(column)))
  )
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The header, the allowed rows, and one more that reveals too many: a file may contain millions of short rows. */
const MAX_RECORDS = CSV_MAX_ROWS + 2
const PIECE_BYTES = 4_096
/** The beginning of a file, which contains the whole line of headings. */
const HEAD_BYTES = 65_536
const CR = 13
/** The first line of some files, by which Excel knows the delimiter: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=((?:[^\r\n\p{L}\p{N}]|\\t)*)(?=[\r\n]|$)/iu

/** Reads the non-empty records, at most `MAX_RECORDS`; an unpaired quotation mark ends them with an error. */
async function readRecords(file: Buffer): Promise<{ records: CsvRecord[]; errors: RowError[] }> {
  const records: CsvRecord[] = []
  let nextLine = 1
  const head = file.toString('utf8', 0, HEAD_BYTES)
  const [separatorLine = '', after = ''] = SEPARATOR_LINE.exec(head) ?? []
  // The end of the line stays, so that lines are counted as in the file.
  const bytes = file.subarray(Buffer.byteLength(separatorLine))
  const parser = parse({
    ...{
      delimiter: delimiterOf(head.slice(separatorLine.length), /[^\s"]|\t/u.exec(after)?.[0]),
      record_delimiter: '\n',
    },
    ...{ relax_column_count: true, skip_records_with_empty_values: true },
    on_record(cells: string[], { lines }) {
      nextLine = lines + 1
      const line = nextLine - cells.join('').split('\n').length
      if (records.length < MAX_RECORDS) records.push({ line, cells: cells.map(unguardCell) })
      return null
    },
  })
  try {
    await pipeline(inTurns(piecesOf(bytes), 1), parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, errors: [{ line: nextLine, column: '', messageKey: 'menuCsv.quote' }] }
  }
  return { records, errors: [] }
}

/** Cuts a text into pieces in which each line ends with one LF; none cuts a CR and an LF apart. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = from + PIECE_BYTES
    if (bytes[to - 1] === CR) to += 1
    // In Latin-1 every byte is a character, whatever it means.
    yield Buffer.from(bytes.toString('latin1', from, to).replace(/\r\n?/g, '\n'), 'latin1')
  }
}

/** Returns the delimiter that occurs most often in the first line outside quotation marks: a usual one, or `named`. */
function delimiterOf(head: string, named = ','): string {
  const header = /.*\S.*/.exec(head)?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (delimiter: string) => header.split(delimiter).length
  return [named, ',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
