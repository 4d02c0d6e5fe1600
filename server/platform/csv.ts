import { stringify } from 'csv-stringify/sync'

/** A negative amount: a spreadsheet reads it as a number, and runs nothing. */
const NEGATIVE = /^-\d+[.,]\d\d$/

/** Formats rows as CSV text for spreadsheets. No cell runs as a formula. @param delimiter separator between cells */
export function csvText(rows: readonly string[][], delimiter = ','): string {
  const guarded = rows.map((cells) => cells.map((cell) => (NEGATIVE.test(cell) ? cell : guardCell(cell))))
  // By default the library quotes cells with CRLF, but not cells with only CR or LF.
  return stringify(guarded, { bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}

/*
 * Protects CSV cells that a spreadsheet would run as formulas (docs/product/menu.md#menu-csv). A spreadsheet may use
 * its own country's separators instead of the file's, so text after any separator counts as a beginning of a cell. A
 * cell that already begins with the text sign gets another one, so that every cell is restored exactly.
 */

const TEXT_SIGN = "'"
/** Beginnings of formulas, also in full-width characters, which some spreadsheets accept; quotation marks may precede. */
const FORMULA_START = `"*['=+\\-@＝＋－＠]`
/** Positions where a formula would begin: at the start, after white space and after a separator. */
const FORMULA_POSITION = `(?<=^|[;,\\t\\r\\n])(?=${FORMULA_START})|^(?=[\\t\\r\\n])`
const UNGUARDED = new RegExp(FORMULA_POSITION, 'g')
const GUARDED = new RegExp(`(?<=^|[;,\\t\\r\\n])${TEXT_SIGN}(?=${FORMULA_START})|^${TEXT_SIGN}(?=[\\t\\r\\n])`, 'g')

/** Returns the cell changed so that no spreadsheet runs it as a formula. */
export function guardCell(cell: string): string {
  return cell.replace(UNGUARDED, TEXT_SIGN)
}

/** Reverses `guardCell`; returns any other cell unchanged. */
export function unguardCell(cell: string): string {
  // A file may have millions of cells.
  return cell.includes(TEXT_SIGN) ? cell.replace(GUARDED, '') : cell
}
