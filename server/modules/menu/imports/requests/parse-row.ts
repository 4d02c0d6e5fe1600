import * as z from 'zod/mini'
import type { $ZodError } from 'zod/v4/core'
import { text } from '#shared/contracts/base/fields.ts'
import { dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { namesAfter } from '#shared/domain/menu/fallback-name.ts'
import { isNutrient, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { formatCells, type ImportedDish, type PriceRules, parseCell, parseNutrient, type StoredDish } from './cells.ts'
import type { CsvRow } from './csv.ts'
import { hasLostLetters, withoutRomanianLetters } from './decode.ts'
import type { RowError } from './row-error.ts'

/** The Romanian names are required in the form, but optional in an import: a menu may be in one language. */
const romanianNames = { nameRo: text(REQUIRED_TEXTS.nameRo), categoryRo: text(REQUIRED_TEXTS.categoryRo) }
const newRowSchema = z.extend(dishInputSchema, {
  nameRo: z._default(romanianNames.nameRo, ''),
  categoryRo: z._default(romanianNames.categoryRo, ''),
})
const changedRowSchema = z.extend(dishChangeSchema, z.partial(z.object(romanianNames)).shape)

/** How the cells of a file are read. */
export interface CellRules extends PriceRules {
  /**
   * Whether the file's encoding has no ș and ț. A cell that equals its export without these letters is unchanged then;
   * any other cell that lost them is an error.
   */
  lacksRomanianLetters: boolean
}

/**
 * Converts a row to a dish. A cell that equals its export keeps the stored value, but for a price in major units; every
 * other cell is validated as in the dish's form. A new dish without an English name takes the Romanian one.
 * @param stored the dish with the row's id; undefined for a new dish
 * @returns the dish, unless a cell has an error
 */
export function parseDishRow(
  row: CsvRow,
  stored: StoredDish | undefined,
  { lacksRomanianLetters, ...prices }: CellRules,
): { dish?: ImportedDish; errors: RowError[] } {
  const storedCells = stored && formatCells(stored)
  const isUnchanged = (column: CsvColumn, cell: string) => {
    if (column === 'price' && prices.wholePrices === 'major') return false
    const old = storedCells?.[column]
    return cell === old || (lacksRomanianLetters && old !== undefined && cell === withoutRomanianLetters(old))
  }
  const changedColumns = CSV_COLUMNS.filter((column) => {
    const cell = row.cells[column]
    return column !== 'id' && cell !== undefined && !isUnchanged(column, cell)
  })
  if (stored && changedColumns.length === 0) return { dish: stored, errors: [] }
  const { input, errors } = parseCells(row, changedColumns, stored, prices)
  if (lacksRomanianLetters) errors.push(...lostLetterErrors(row, changedColumns))
  if (stored) {
    const parsed = z.safeParse(changedRowSchema, input)
    if (parsed.success && errors.length === 0)
      return { dish: { ...stored, ...parsed.data, ...namesAfter(stored, parsed.data) } as StoredDish, errors }
    return { errors: [...errors, ...schemaErrors(parsed.error, row.line, errors)] }
  }
  const nameIsFallback = !input.name && Boolean(input.nameRo)
  const parsed = z.safeParse(newRowSchema, nameIsFallback ? { ...input, name: input.nameRo } : input)
  if (parsed.success && errors.length === 0) return { dish: { ...parsed.data, nameIsFallback }, errors }
  return { errors: [...errors, ...schemaErrors(parsed.error, row.line, errors)] }
}

function lostLetterErrors({ line, cells }: CsvRow, columns: readonly CsvColumn[]): RowError[] {
  // A question mark is valid in a URL.
  const damaged = columns.filter((column) => column !== 'imageUrl' && hasLostLetters(cells[column] ?? ''))
  return damaged.map((column) => ({ line, column, messageKey: 'menuCsv.lostLetters' }))
}

function parseCells(
  { line, cells }: CsvRow,
  columns: readonly CsvColumn[],
  stored: StoredDish | undefined,
  prices: PriceRules,
) {
  const input: Record<string, unknown> = {}
  const nutrition: Partial<Record<Nutrient, unknown>> = { ...stored?.nutritionalValues }
  const errors: RowError[] = []
  for (const column of columns) {
    const cell = cells[column] ?? ''
    const parsed = isNutrient(column) ? parseNutrient(cell) : parseCell(column as 'name', cell, prices)
    if ('messageKey' in parsed) errors.push({ line, column, messageKey: parsed.messageKey })
    else if (isNutrient(column)) nutrition[column] = parsed.value
    else input[column] = parsed.value
  }
  if (columns.some(isNutrient)) {
    // Without any known value the whole object is null.
    const hasValue = Object.values(nutrition).some((value) => value !== null)
    input.nutritionalValues = hasValue ? nutrition : null
  }
  return { input, errors }
}

/** The first issue of each column, except for columns that have an error already. */
function schemaErrors(error: $ZodError | undefined, line: number, earlier: readonly RowError[]): RowError[] {
  const columnsWithError = new Set(earlier.map(({ column }) => column))
  return (error?.issues ?? []).flatMap(({ path: [field, nutrient], message }) => {
    const column = String(field === 'nutritionalValues' ? nutrient : field)
    if (columnsWithError.has(column)) return []
    columnsWithError.add(column)
    return [{ line, column, messageKey: message }]
  })
}
