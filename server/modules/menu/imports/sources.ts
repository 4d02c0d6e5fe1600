import { sampleMenu } from '#server/db/sample/index.ts'
import { inTurns } from '#server/platform/limits/turns.ts'
import { type BulkChange, CSV_MAX_ROWS, type PastImport } from '#shared/contracts/menu/menu-imports.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import type { ChosenColumns } from './columns.ts'
import { type CsvRow, type RowError, readCsv } from './csv.ts'
import { readPriceList } from './price-list.ts'
import { bulkRows, type Row, readRows, type StoredMenu } from './rows.ts'

/** What is imported. */
export interface Source {
  kind: PastImport['kind']
  /** What the journal names. */
  what: string
  /** The dishes that a bulk change deletes. */
  deletes?: readonly number[]
  /** Reads the rows and their errors. @throws AppError `unknown_columns` */
  read: (menu: StoredMenu) => Promise<Read>
}

interface Read {
  rows: Iterable<Row>
  /** Errors of whole rows. */
  errors?: RowError[]
  asksPrices?: boolean
}

/** Options for reading a file that the file itself does not state. */
interface CsvOptions {
  takesUnknownIds: boolean
  /** The unit of whole prices; undefined if nobody has said so. */
  prices: 'minor' | 'major' | undefined
  /** The columns that the caller chose for headings. */
  columns: ChosenColumns
}

/** A CSV file. */
export const fileSource = (file: Uint8Array, options: CsvOptions, currency: Currency): Source => ({
  ...{ kind: 'csv', what: 'csv' },
  async read(menu) {
    const { rows, errors } = await readCsv(file, { chosen: options.columns, currency })
    const { takesUnknownIds, prices } = options
    return {
      rows: readRows(rows, menu, { takesUnknownIds, wholePrices: prices ?? 'minor', currency }),
      ...{ errors, asksPrices: prices === undefined && areDoubtful(rows) },
    }
  },
})

/** Hardly any dish costs less than this in minor units. */
const CHEAP = 1000

/** Whether more than half of the whole prices would be below 10.00 in minor units (docs/product/menu.md#menu-csv-prices). */
function areDoubtful(rows: readonly CsvRow[]): boolean {
  const amounts = rows.flatMap(({ cells }) => readAmount(cells.price ?? '') ?? [])
  // Zero is the same in both units.
  const whole = amounts.filter(({ kind, value }) => kind === 'whole' && value > 0)
  return whole.filter(({ value }) => value < CHEAP).length * 2 > whole.length
}

/** A pasted price list. */
export const listSource = (text: string, currency: Currency): Source => ({
  ...{ kind: 'list', what: 'list' },
  async read(menu) {
    const rows: CsvRow[] = []
    const errors: RowError[] = []
    for await (const read of inTurns(readPriceList(text))) {
      if (rows.length + errors.length === CSV_MAX_ROWS) {
        errors.push({ line: read.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
        break
      }
      if ('messageKey' in read) errors.push(read)
      else rows.push(read)
    }
    return { rows: readRows(rows, menu, { takesUnknownIds: false, wholePrices: 'minor', currency }), errors }
  },
})

/** The dishes of the demo without their pictures, for owners who want a menu to start from. */
export const sampleSource: Source = {
  ...{ kind: 'csv', what: 'csv' },
  read: async () => ({
    rows: sampleMenu().map(({ imageUrl: _, ...input }, i) => ({ line: i + 1, stored: undefined, input, errors: [] })),
  }),
}

/** A change of many dishes. */
export const bulkSource = (ids: readonly number[], change: BulkChange): Source => ({
  ...{ kind: 'bulk', what: 'checked' in change ? 'allergenCodes' : (Object.keys(change)[0] ?? '') },
  ...('delete' in change && { deletes: ids }),
  read: async (menu) => ({ rows: bulkRows(ids, change, menu) }),
})
