/*
 * Cells that a spreadsheet would run (docs/product.md#menu-csv). What begins with the sign that makes a cell text gets
 * one more of it, so that every cell comes back exactly.
 */

const TEXT_SIGN = "'"
/** How formulas begin, in full width too, in which some programs also read them. */
const RUNS = /^['=+\-@\t\r\n＝＋－＠]/

/** A cell that no spreadsheet runs as a formula. */
export function guardCell(cell: string): string {
  return RUNS.test(cell) ? TEXT_SIGN + cell : cell
}

/** What `guardCell` was given; any other cell as it is. */
export function unguardCell(cell: string): string {
  return cell.startsWith(TEXT_SIGN) && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell
}
