import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#server/platform/app-error.ts'
import { csvText, unguardCell } from '#server/platform/csv.ts'
import { isPicture } from '#server/platform/files/pictures.ts'
import { inTurns } from '#server/platform/limits/concurrency.ts'
import {
  CSV_COLUMNS,
  CSV_ENCODINGS,
  CSV_MAX_HEADINGS,
  CSV_MAX_ROWS,
  type CsvEncoding,
} from '#shared/contracts/menu/menu-imports.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { type ChosenColumns, type CsvCells, type CsvDish, columnsOf, formatCells, headingOf } from './columns.ts'

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

/* What the bytes of a file mean (docs/product/menu.md#menu-csv-letters). */

/** The letters in which Romanian Macs differ from others, in their order. */
const [MAC, MAC_ROMANIAN] = ['ÆØæøﬁﬂ', 'ĂȘășȚț']
/** The upper half of code page 852, which the platform cannot decode. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0'

/** Decodes a text of single bytes; in ISO 8859-2 and -16, Romanian letters are the bytes of Windows-1250. */
function decode(file: Uint8Array, encoding: CsvEncoding): string {
  if (encoding === 'cp852') {
    const text = Buffer.from(file).toString('latin1')
    return text.replace(/[\x80-\xff]/g, (byte) => CP852.charAt(byte.charCodeAt(0) - 0x80))
  }
  if (encoding !== 'mac-romanian') return new TextDecoder(encoding).decode(file)
  return decode(file, 'macintosh').replace(/[ÆØæøﬁﬂ]/g, (letter) => MAC_ROMANIAN.charAt(MAC.indexOf(letter)))
}

/** The letters of English and Romanian words, and the signs of a menu. */
const KNOWN = /^[\p{ASCII}ăâîșşțţáàäéèêçíïñóôöúùûü\u00A0€£°½¼¾×®™•…–—‘’“”„«»]*$/iu
/** A capital after a small letter, or a sign on the side of a letter where nobody writes it. */
const MISPLACED = /\p{Ll}(?!\p{ASCII})\p{Lu}|\p{L}[„«½¼¾£]|[”»°×®™…]\p{L}/u
const isLikely = (text: string) => KNOWN.test(text) && !MISPLACED.test(text)

/** More distinct words tell no more, and would take the time of other requests. */
const MAX_WORDS = 5_000
const MAX_EXAMPLES = 3

/**
 * A file as UTF-8 without its mark.
 * @param named what the caller says that a file is which is neither UTF-8 nor UTF-16
 * @returns the encoding of such a file too
 */
export function utf8Of(file: Uint8Array, named?: CsvEncoding): { bytes: Buffer; encoding?: CsvEncoding } {
  const [first = 0, second = 0] = file
  const utf16 = (encoding: string) => ({ bytes: Buffer.from(new TextDecoder(encoding).decode(file)) })
  // Without a mark, one of the two bytes of a heading's first letter is zero.
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return utf16('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return utf16('utf-16be')
  if (isUtf8(file)) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
    return { bytes: bytes.subarray(first === 0xef && file[2] === 0xbf ? 3 : 0) }
  }
  const encoding = named ?? encodingOf(file)
  return { bytes: Buffer.from(decode(file, encoding)), encoding }
}

function encodingOf(file: Uint8Array): CsvEncoding {
  // In Latin-1 every byte is a character, whatever it means.
  const all =
    Buffer.from(file)
      .toString('latin1')
      .match(/[^\t\r\n ,;|"]{1,40}/g) ?? []
  const distinct = [...new Set(all.filter((word) => /[\x80-\xff]/.test(word)))].slice(0, MAX_WORDS)
  const words = Buffer.from(distinct.join('\n'), 'latin1')
  const texts = new Map<string, CsvEncoding>()
  for (const encoding of CSV_ENCODINGS) {
    const text = decode(words, encoding)
    if (!texts.has(text)) texts.set(text, encoding)
  }
  const [likely, ...others] = [...texts.keys()].filter(isLikely)
  const encoding = likely !== undefined && others.length === 0 && texts.get(likely)
  if (encoding) return encoding
  const read = [...texts].map(([text, encoding]) => ({ encoding, words: text.split('\n') }))
  const meanings = (i: number) => new Set(read.map(({ words }) => words[i])).size
  const telling = distinct.map((_, i) => i).toSorted((a, b) => meanings(b) - meanings(a))
  const examplesOf = (words: string[]) => telling.slice(0, MAX_EXAMPLES).map((i) => words[i] ?? '')
  throw new AppError('asks_encoding', {
    encodings: read.map(({ encoding, words }) => ({ encoding, examples: examplesOf(words) })),
  })
}
