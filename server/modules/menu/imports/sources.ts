import { sampleMenu } from '#server/db/sample/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTurns } from '#server/platform/limits/concurrency.ts'
import { REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import {
  type BulkChange,
  CSV_MAX_ROWS,
  type CsvEncoding,
  type PastImport,
} from '#shared/contracts/menu/menu-imports.ts'
import type { Named } from '#shared/domain/language.ts'
import { type Currency, readAmount } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import type { ChosenColumns } from './columns.ts'
import { type CsvRow, type RowError, readCsv } from './csv.ts'
import { readPriceList } from './price-list.ts'
import { bulkRows, type Row, readRows, type StoredDish, type StoredMenu, storedFinder } from './rows.ts'

/** What is imported. */
export interface Source {
  kind: PastImport['kind']
  /** What the journal names. */
  what: string
  /** The dishes that a bulk change deletes. */
  deletes?: readonly number[]
  /** Reads the rows and their errors. */
  read: (menu: StoredMenu) => Promise<Read>
}

interface Read {
  rows: Iterable<Row>
  /** Errors of whole rows. */
  errors?: RowError[]
  asksPrices?: boolean
  /** A price that may be in either unit, and its line. */
  doubtful?: { line: number; price: number } | undefined
  encoding?: CsvEncoding
  /** The names of the dishes by the lines of a file's rows. */
  names?: Map<number, Named>
}

/** Options for reading a file that the file itself does not state. */
interface CsvOptions {
  takesUnknownIds: boolean
  /** Whose numbers the ids are; undefined if nobody has said so. Another system's are ignored. */
  ids: 'own' | 'other' | undefined
  /** The unit of whole prices; undefined if nobody has said so. */
  prices: 'minor' | 'major' | undefined
  /** The columns that the caller chose for headings. */
  columns: ChosenColumns
  /** How text is read that is neither UTF-8 nor UTF-16; undefined if nobody has said so. */
  encoding: CsvEncoding | undefined
}

/** A CSV file. */
export const fileSource = (file: Buffer, options: CsvOptions, currency: Currency): Source => ({
  ...{ kind: 'csv', what: 'csv' },
  async read(menu) {
    const { takesUnknownIds, ids, prices, columns: chosen } = options
    const { rows: all, errors, encoding } = await readCsv(file, { chosen, currency, encoding: options.encoding })
    const rows = ids === 'other' ? all.map(withoutId) : all
    const storedOf = storedFinder(menu.dishes)
    const known = rows.map(({ line, cells }) => ({ line, cells, stored: storedOf(cells) }))
    if (ids === undefined) refuseOtherIds(known)
    const doubtful = doubtfulPrice(known)
    return {
      rows: readRows(rows, menu, { takesUnknownIds, wholePrices: prices ?? 'minor', currency }),
      ...(encoding && { encoding }),
      ...{ errors, doubtful, asksPrices: prices === undefined && doubtful !== undefined },
      names: new Map(known.map((row) => [row.line, namesOf(row)])),
    }
  },
})

const withoutId = ({ line, cells: { id: _, ...cells } }: CsvRow): CsvRow => ({ line, cells })

/** A row, and the dish that has its id. */
interface KnownRow extends CsvRow {
  stored: StoredDish | undefined
}

/** The names that a row gives its dish, else those that the dish has. */
const namesOf = ({ cells, stored }: KnownRow): Named => ({
  name: cells.name || cells.nameRo || (stored?.name ?? ''),
  nameRo: cells.nameRo || stored?.nameRo,
})

/** The part of a cell that is compared with a name, in characters. */
const MAX_COMPARED = 3 * REQUIRED_TEXTS.name
/** The number of dishes that the question about ids names. */
const MAX_EXAMPLES = 3

function refuseOtherIds(rows: readonly KnownRow[]): void {
  const known = rows.flatMap(({ stored, ...row }) => (stored ? [{ ...row, stored }] : []))
  const renamed = known.flatMap(({ line, cells, stored }) => {
    const [cell = '', cellRo = ''] = [cells.name, cells.nameRo].map((text) => text?.slice(0, MAX_COMPARED).trim())
    // An English name that only repeats the Romanian one is none.
    const isRo = cellRo !== '' && (stored.nameIsFallback || cell === '')
    const [name, newName] = isRo ? [stored.nameRo || stored.name, cellRo] : [stored.name, cell]
    const isSame = newName === '' || newName === name || foldText(newName) === foldText(name).trim()
    return isSame ? [] : [{ line, id: stored.id, name, newName }]
  })
  if (renamed.length > 0 && renamed.length * 2 >= known.length)
    throw new AppError('asks_ids', { renamed: renamed.slice(0, MAX_EXAMPLES) })
}

/** Hardly any dish costs less than this in minor units. */
const CHEAP = 1000

/**
 * Returns the first of the whole prices that would be below 10.00 in minor units, apart from those that dishes have;
 * undefined unless they are more than half of all (docs/product/menu.md#menu-csv-prices).
 */
function doubtfulPrice(rows: readonly KnownRow[]): Read['doubtful'] {
  const whole = rows.flatMap(({ line, cells, stored }) => {
    const { kind, value = 0 } = readAmount(cells.price ?? '') ?? {}
    // Zero is the same in both units.
    return kind === 'whole' && value > 0 ? [{ line, price: value, isKnown: value === stored?.price }] : []
  })
  const doubtful = whole.filter(({ price, isKnown }) => price < CHEAP && !isKnown)
  return doubtful.length * 2 > whole.length ? doubtful[0] : undefined
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
