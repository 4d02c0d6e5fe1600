import * as z from 'zod/mini'
import type { $ZodIssue } from 'zod/v4/core'
import { text } from '#shared/contracts/fields.ts'
import {
  CATEGORY_NAME_MAX,
  DISH_NAME_MAX,
  type DishInput,
  dishChangeSchema,
  dishInputSchema,
} from '#shared/contracts/menu-editing.ts'
import { CSV_COLUMNS } from '#shared/contracts/menu-imports.ts'
import { isNutrient, type Nutrient } from '#shared/domain/nutrients.ts'
import { type Cells, cellsOf, type KnownDish, meaningOf, nutrientIn } from './cells.ts'
import type { CsvRow } from './csv.ts'
import { hasLostLetters, withoutLetters } from './decode.ts'
import type { Fault } from './fault.ts'

/** A menu may be in one language: the form asks for both names, a file need not have the Romanian ones. */
const oneLanguage = { nameRo: text(DISH_NAME_MAX), categoryRo: text(CATEGORY_NAME_MAX) }
const newRowSchema = z.extend(dishInputSchema, {
  nameRo: z._default(oneLanguage.nameRo, ''),
  categoryRo: z._default(oneLanguage.categoryRo, ''),
})
const changedRowSchema = z.extend(dishChangeSchema, z.partial(z.object(oneLanguage)).shape)

/**
 * The dish that a row makes. A cell that is as the export wrote it means what it meant; every other one is judged by the
 * rules of the dish's form.
 * @param known the dish as it is; undefined for a new one
 * @param lacksLetters whether its file could not hold ș and ț: a cell that lost them is as it was, or at fault
 * @returns no dish where a cell is at fault
 */
export function dishOfRow(
  row: CsvRow,
  known: KnownDish | undefined,
  lacksLetters = false,
): { dish?: DishInput; faults: Fault[] } {
  const before = known && cellsOf(known)
  const isAsItWas = (column: Column, cell: string) => {
    const old = before?.[column]
    return cell === old || (lacksLetters && old !== undefined && cell === withoutLetters(old))
  }
  const typed = CSV_COLUMNS.filter((column) => {
    const cell = row.cells[column]
    return column !== 'id' && cell !== undefined && !isAsItWas(column, cell)
  })
  if (known && typed.length === 0) return { dish: known, faults: [] }
  const { input, faults } = inputOf(row, typed, known)
  if (lacksLetters) faults.push(...lostLetters(row, typed))
  const judged = z.safeParse(known ? changedRowSchema : newRowSchema, input)
  if (!judged.success)
    faults.push(...faultsOf(judged.error.issues, row.line, new Set(faults.map(({ column }) => column))))
  if (faults.length > 0 || !judged.success) return { faults }
  return { dish: { ...known, ...judged.data } as DishInput, faults }
}

type Column = keyof Cells

function lostLetters({ line, cells }: CsvRow, typed: readonly Column[]): Fault[] {
  // A question mark has its place in an address.
  const lost = typed.filter((column) => column !== 'imageUrl' && hasLostLetters(cells[column] ?? ''))
  return lost.map((column) => ({ line, column, wording: 'menuCsv.lostLetters' }))
}

function inputOf({ line, cells }: CsvRow, typed: readonly Column[], known: KnownDish | undefined) {
  const input: Record<string, unknown> = {}
  const nutrition: Partial<Record<Nutrient, unknown>> = { ...known?.nutritionalValues }
  const faults: Fault[] = []
  for (const column of typed) {
    const cell = cells[column] ?? ''
    const meaning = isNutrient(column) ? nutrientIn(cell) : meaningOf(column as 'name', cell)
    if ('wording' in meaning) faults.push({ line, column, wording: meaning.wording })
    else if (isNutrient(column)) nutrition[column] = meaning.value
    else input[column] = meaning.value
  }
  if (typed.some(isNutrient)) {
    // Values that are all unknown are none.
    const isStated = Object.values(nutrition).some((value) => value !== null)
    input.nutritionalValues = isStated ? nutrition : null
  }
  return { input, faults }
}

/** The first fault of each column; a column that has one already has been said. */
function faultsOf(issues: readonly $ZodIssue[], line: number, said: Set<string>): Fault[] {
  return issues.flatMap(({ path: [field, part], message }) => {
    const column = String(field === 'nutritionalValues' ? part : field)
    if (said.has(column)) return []
    said.add(column)
    return [{ line, column, wording: message }]
  })
}
