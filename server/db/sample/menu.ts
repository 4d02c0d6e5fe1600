import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { NUTRIENTS } from '#shared/domain/menu/nutrients.ts'

let dishes: readonly DishInput[] | undefined

/** The dishes of menu.csv, an export of the menu in printed order. Read once, when somebody needs them. */
export function sampleMenu(): readonly DishInput[] {
  dishes ??= parse(readFileSync(new URL('./menu.csv', import.meta.url)), { bom: true, columns: true }).map(dishOf)
  return dishes
}

const listOf = (cell = '') => (cell === '' ? [] : cell.split('|'))

function dishOf(row: unknown): DishInput {
  const cells = row as Record<string, string>
  const nutrients = NUTRIENTS.map((nutrient) => [nutrient, cells[nutrient] ? Number(cells[nutrient]) : null] as const)
  return z.parse(dishInputSchema, {
    ...cells,
    price: Number(cells.price),
    tags: listOf(cells.tags),
    allergens: cells.allergens || null,
    allergenCodes: listOf(cells.allergenCodes),
    nutritionalValues: nutrients.some(([, value]) => value !== null) ? Object.fromEntries(nutrients) : null,
    isActive: cells.isActive === 'true',
    allergensChecked: cells.allergensChecked === 'true',
  })
}
