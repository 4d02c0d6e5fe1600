import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { planChange } from '../plan.ts'
import type { ImportedDish, StoredDish } from './cells.ts'
import { type CsvOptions, parseCsv } from './csv-requests.ts'

export const soup: StoredDish = { ...importedDish({ name: 'Bean soup', category: 'Soups', categoryRo: 'Supe' }), id: 7 }

/** Plans the changes of a menu of one soup by a file. */
export function planImport(
  csv: string | Uint8Array,
  {
    dishes = [soup],
    takesUnknownIds = false,
    prices,
    currency = 'lei',
    columns = {},
  }: { dishes?: StoredDish[] } & Partial<CsvOptions> = {},
) {
  const options = { takesUnknownIds, prices, currency, columns }
  const { requests, errors, unknownHeadings, question } = parseCsv(Buffer.from(csv), dishes, options)
  const names = new Map(dishes.map(({ category, categoryRo }) => [category, categoryRo]))
  const categories = [...names].map(([name, nameRo], i) => ({ id: i + 1, name, nameRo }))
  const plan = planChange({ dishes, categories }, requests)
  return { ...plan, errors: [...errors, ...plan.errors], unknownHeadings, question }
}
export const errorsOf = (csv: string | Uint8Array) =>
  planImport(csv)
    .errors.map(({ line, column, messageKey }) => [line, column, messageKey].filter(Boolean).join(' '))
    .sort()
export const changesOf = (csv: string | Uint8Array) =>
  planImport(csv).outcome.changed.flatMap(({ changes }) => changes.map((change) => `${change.column} ${change.new}`))

export function importedDish(more: Partial<ImportedDish>): ImportedDish {
  const names = { name: 'Dish', nameRo: 'Fel', category: 'Mains', categoryRo: 'Feluri' }
  return { ...dishInputSchema.parse({ ...names, price: 2850 }), nameIsFallback: false, ...more }
}
