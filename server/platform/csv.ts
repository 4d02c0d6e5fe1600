import { stringify } from 'csv-stringify/sync'
import { guardCell } from './formulas.ts'

/**
 * Rows as the text of a CSV that spreadsheets open; no cell of it runs as a formula.
 * @param delimiter what stands between the cells
 */
export function csvText(rows: readonly string[][], delimiter = ','): string {
  const guarded = rows.map((cells) => cells.map(guardCell))
  // By itself the library quotes a whole CRLF only.
  return stringify(guarded, { bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
