import * as z from 'zod/mini'
import type { $ZodError } from 'zod/v4/core'
import { inTurns } from '#server/platform/limits/turns.ts'
import { singleLine } from '#shared/contracts/base/fields.ts'
import { type DishInput, dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { type DishField, REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { isNutrient } from '#shared/domain/menu/nutrients.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { namesAfter } from '#shared/domain/menu/published-dish.ts'
import { foldText } from '#shared/domain/text.ts'
import { formatCells, type PriceRules, parseCell } from './cells.ts'
import type { CsvRow, RowError } from './csv.ts'

export interface ImportedDish extends Pick<DishInput, DishField> {
  /** Whether `name` only repeats `nameRo` (`namesAfter`). */
  nameIsFallback: boolean
  /** The names of the groups in `optionGroupIds` that belong to the restaurant. */
  optionGroups: string[]
  /** All groups of the dish, including its own ones. */
  optionGroupIds: number[]
}

export interface StoredDish extends ImportedDish {
  id: number
  categoryId: number
}

/** A group of options of the restaurant. */
export interface NamedGroup {
  id: number
  name: string
}

/** A dish as requested by a row of a file, a line of a price list, or a bulk change. */
export interface RequestedDish {
  line: number
  /** The dish that changes; undefined for a new one. */
  stored?: StoredDish | undefined
  dish: ImportedDish
  /** The Romanian name for its category; undefined to keep the current one. */
  categoryRo?: string | undefined
}

export interface Requests {
  requests: RequestedDish[]
  errors: RowError[]
}

/** Options for reading the cells of rows. */
export interface RowRules extends PriceRules {
  /** Whether a row with an id that no dish has is a new dish. */
  takesUnknownIds: boolean
}

/** The message key for an id that no dish has. */
export const UNKNOWN_ID = 'menuCsv.unknownId'

/** Reads rows as dishes to change or add; each unreadable cell is an error. */
export async function readRows(
  rows: Iterable<CsvRow>,
  { dishes, groups }: { dishes: readonly StoredDish[]; groups: readonly NamedGroup[] },
  rules: RowRules,
): Promise<Requests> {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const known = {
    byName: new Map(groups.map((group) => [foldText(group.name), group])),
    ids: new Set(groups.map((group) => group.id)),
  }
  const seenIds = new Set<string>()
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  for await (const row of inTurns(rows)) {
    const id = (row.cells.id ?? '').trim()
    const stored = id === '' ? undefined : byId.get(Number(id))
    const idError = id === '' ? undefined : errorOfId(id, stored !== undefined || rules.takesUnknownIds, seenIds)
    if (idError) {
      errors.push({ line: row.line, column: 'id', messageKey: idError })
      continue
    }
    const { dish, errors: rowErrors } = readRow(row, stored, known, rules)
    errors.push(...rowErrors)
    if (dish) requests.push({ line: row.line, stored, dish, categoryRo: categoryRoOf(row, dish, stored) })
  }
  return { requests, errors }
}

/** Checks the id of a row. @param seenIds of earlier rows; this one is added @returns the message key of an error */
function errorOfId(id: string, isAllowed: boolean, seenIds: Set<string>): string | undefined {
  if (!/^\d{1,15}$/.test(id)) return 'validation.wholeNumber'
  if (!isAllowed) return UNKNOWN_ID
  const isTwice = seenIds.has(id)
  seenIds.add(id)
  return isTwice ? 'menuCsv.idTwice' : undefined
}

/** The Romanian name for the category; undefined for a moved dish that still has its old category's Romanian name. */
function categoryRoOf({ cells }: CsvRow, { category, categoryRo }: ImportedDish, stored: StoredDish | undefined) {
  const isOfOld = category !== stored?.category && (categoryRo === '' || categoryRo === stored?.categoryRo)
  return cells.categoryRo === undefined || isOfOld ? undefined : categoryRo
}

/** The Romanian names are required in the form but optional in an import, because a menu may be in one language. */
const romanianNames = { nameRo: singleLine(REQUIRED_TEXTS.nameRo), categoryRo: singleLine(REQUIRED_TEXTS.categoryRo) }
const newRowSchema = z.extend(dishInputSchema, {
  nameRo: z._default(romanianNames.nameRo, ''),
  categoryRo: z._default(romanianNames.categoryRo, ''),
})
const changedRowSchema = z.extend(dishChangeSchema, z.partial(z.object(romanianNames)).shape)

/**
 * Reads a row as a dish. A cell that is unchanged since the export keeps the stored value; every other one is validated
 * as in the dish's form. A new dish without an English name takes the Romanian one.
 * @param stored the dish with the row's id; undefined for a new dish
 * @returns the dish, unless a cell has an error
 */
function readRow(
  row: CsvRow,
  stored: StoredDish | undefined,
  groups: { byName: ReadonlyMap<string, NamedGroup>; ids: ReadonlySet<number> },
  prices: PriceRules,
): { dish?: ImportedDish; errors: RowError[] } {
  const storedCells = stored && formatCells(stored)
  const columns = CSV_COLUMNS.filter((column) => {
    const cell = row.cells[column]
    if (column === 'id' || cell === undefined) return false
    if (!storedCells || (column === 'price' && prices.wholePrices === 'major')) return true
    return cell !== storedCells[column].replace(/\r\n?/g, '\n')
  })
  if (stored && columns.length === 0) return { dish: stored, errors: [] }
  const { input, errors } = parseCells(row, columns, stored, prices)
  const own = stored?.optionGroupIds.filter((id) => !groups.ids.has(id)) ?? []
  const named = namedGroups(input.optionGroups, groups.byName, own)
  if ('messageKey' in named) errors.push({ line: row.line, column: 'optionGroups', ...named })
  const nameIsFallback = !stored && !input.name && Boolean(input.nameRo)
  const parsed = stored
    ? z.safeParse(changedRowSchema, input)
    : z.safeParse(newRowSchema, nameIsFallback ? { ...input, name: input.nameRo } : input)
  if (!parsed.success || errors.length > 0)
    return { errors: [...errors, ...schemaErrors(parsed.error, row.line, errors)] }
  const before = stored ?? { nameIsFallback, optionGroups: [], optionGroupIds: [] }
  const dish = { ...before, ...parsed.data, ...named } as ImportedDish
  return { dish: stored ? { ...dish, ...namesAfter(stored, parsed.data) } : dish, errors }
}

/** Returns the groups that a cell names after the dish's own ones; nothing if there is no such cell. */
function namedGroups(
  names: unknown,
  groups: ReadonlyMap<string, NamedGroup>,
  own: readonly number[],
): Partial<Pick<ImportedDish, 'optionGroups' | 'optionGroupIds'>> | { messageKey: string } {
  if (!Array.isArray(names)) return {}
  const named = names.map((name: string) => groups.get(foldText(name)))
  if (!named.every((group) => group !== undefined)) return { messageKey: 'menuCsv.unknownGroup' }
  const chosen = [...new Set(named)]
  if (chosen.length > MAX_DISH_GROUPS) return { messageKey: `validation.atMostEntries ${MAX_DISH_GROUPS}` }
  return { optionGroups: chosen.map(({ name }) => name), optionGroupIds: [...own, ...chosen.map(({ id }) => id)] }
}

function parseCells(
  { line, cells }: CsvRow,
  columns: readonly CsvColumn[],
  stored: StoredDish | undefined,
  prices: PriceRules,
) {
  const input: Record<string, unknown> = {}
  const nutrition: Record<string, unknown> = { ...stored?.nutritionalValues }
  const errors: RowError[] = []
  for (const column of columns) {
    const parsed = parseCell(column, cells[column] ?? '', prices)
    if ('messageKey' in parsed) errors.push({ line, column, messageKey: parsed.messageKey })
    else if (isNutrient(column)) nutrition[column] = parsed.value
    else input[column] = parsed.value
  }
  // If no value is known, the whole object is null.
  if (columns.some(isNutrient))
    input.nutritionalValues = Object.values(nutrition).some((value) => value !== null) ? nutrition : null
  return { input, errors }
}

/** The first issue of each column, except for columns that have an error already. */
function schemaErrors(error: $ZodError | undefined, line: number, earlier: readonly RowError[]): RowError[] {
  const columns = new Set(earlier.map(({ column }) => column))
  return (error?.issues ?? []).flatMap(({ path: [field, nutrient], message }) => {
    const column = String(field === 'nutritionalValues' ? nutrient : field)
    if (columns.has(column)) return []
    columns.add(column)
    return [{ line, column, messageKey: message }]
  })
}
