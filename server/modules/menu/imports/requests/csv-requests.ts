import type { CsvColumn } from '#shared/contracts/menu-imports.ts'
import type { RequestedDish } from '../plan.ts'
import type { KnownDish } from './cells.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import { dishOfRow } from './dish-of-row.ts'
import { type Fault, UNKNOWN_ID } from './fault.ts'

/** What a new dish cannot do without. */
const NEEDED = ['name', 'price', 'category'] as const satisfies CsvColumn[]

/**
 * What the rows of a file ask for (docs/product.md#menu-csv).
 * @param takesUnknownIds whether a row whose id no dish has is a new dish
 */
export function parseCsv(
  file: Uint8Array,
  dishes: readonly KnownDish[],
  takesUnknownIds: boolean,
): { wishes: RequestedDish[]; faults: Fault[] } {
  const { text, lacksLetters } = decodeText(file)
  const { columns, rows, faults } = readCsv(text)
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const lacks = NEEDED.filter((column) => !columns.has(column))
  if (rows.length > 0 && !columns.has('id') && lacks.length > 0) {
    // Said once, not for every row.
    for (const column of lacks) faults.push({ line: 1, column, wording: 'menuCsv.neededColumn' })
    return { wishes: [], faults }
  }
  const seen = new Set<number>()
  const wishes: RequestedDish[] = []
  for (const row of rows) {
    const { id, wording } = idOf(row)
    const known = id === null ? undefined : byId.get(id)
    const { dish, faults: own } = dishOfRow(row, known, lacksLetters)
    const fault = wording ?? (id === null ? undefined : idFault(id, known !== undefined || takesUnknownIds, seen))
    if (fault !== undefined) {
      // Its cells are judged as well, but not what a new dish would lack.
      faults.push({ line: row.line, column: 'id', wording: fault }, ...own.filter(({ column }) => column in row.cells))
      continue
    }
    faults.push(...own)
    if (dish) wishes.push({ line: row.line, id: known?.id ?? null, dish, categoryRo: categoryRoOf(row, dish, known) })
  }
  return { wishes, faults }
}

function idOf({ cells }: CsvRow): { id: number | null; wording?: string } {
  const typed = (cells.id ?? '').trim()
  if (typed === '') return { id: null }
  return /^\d{1,15}$/.test(typed) ? { id: Number(typed) } : { id: null, wording: 'validation.wholeNumber' }
}

/** @param seen the ids of earlier rows, to which this one is added */
function idFault(id: number, isTaken: boolean, seen: Set<number>): string | undefined {
  if (!isTaken) return UNKNOWN_ID
  if (seen.has(id)) return 'menuCsv.idTwice'
  seen.add(id)
  return undefined
}

/** A dish that moves brings its old category's name along only where somebody has written it anew. */
function categoryRoOf(
  { cells }: CsvRow,
  { category, categoryRo }: RequestedDish['dish'],
  known: KnownDish | undefined,
) {
  if (cells.categoryRo === undefined) return undefined
  const hasMoved = category !== known?.category
  if (hasMoved && (categoryRo === '' || categoryRo === known?.categoryRo)) return undefined
  return categoryRo
}
