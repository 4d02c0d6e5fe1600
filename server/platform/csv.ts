import { stringify } from 'csv-stringify/sync'
import { guardCell } from './formulas.ts'

/**
 * Formats rows as CSV text for spreadsheets. No cell runs as a formula.
 * @param delimiter separator between cells
 */
export function csvText(rows: readonly string[][], delimiter = ','): string {
  const guarded = rows.map((cells) => cells.map(guardCell))
  // By default the library quotes cells with CRLF, but not cells with only CR or LF.
  return stringify(guarded, { bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
