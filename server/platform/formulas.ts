/*
 * Cells that a spreadsheet would run (docs/product.md#menu-csv). A program may split a cell where its own country writes
 * separators, whatever the file's are, so what follows one counts as a beginning too. What begins with the sign that
 * makes a cell text gets one more of it, so that every cell comes back exactly.
 */

const TEXT_SIGN = "'"
/** How formulas begin, also in full-width signs, which some programs accept too; quotation marks may come before. */
const RUNS = `"*['=+\\-@＝＋－＠]`
/** Where a cell that would run begins: at the start, also after white space, and after a separator. */
const BEGINS = `(?<=^|[;,\\t\\r\\n])(?=${RUNS})|^(?=[\\t\\r\\n])`
const UNGUARDED = new RegExp(BEGINS, 'g')
const GUARDED = new RegExp(`(?<=^|[;,\\t\\r\\n])${TEXT_SIGN}(?=${RUNS})|^${TEXT_SIGN}(?=[\\t\\r\\n])`, 'g')

/** A cell that no spreadsheet runs as a formula. */
export function guardCell(cell: string): string {
  return cell.replace(UNGUARDED, TEXT_SIGN)
}

/** What `guardCell` was given; any other cell as it is. */
export function unguardCell(cell: string): string {
  // A file may have millions of cells.
  return cell.includes(TEXT_SIGN) ? cell.replace(GUARDED, '') : cell
}
