import { planChange } from '#server/modules/menu/imports/plan.ts'
import type { ImportedDish, StoredDish, StoredMenu } from '#server/modules/menu/imports/rows.ts'
import { fileSource } from '#server/modules/menu/imports/sources.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import type { CsvColumn, CsvEncoding } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'

export const soup: StoredDish = {
  ...importedDish({ name: 'Bean soup', category: 'Soups', categoryRo: 'Supe' }),
  id: 7,
}

interface Given {
  dishes?: StoredDish[]
  groups?: StoredMenu['groups']
  takesUnknownIds?: boolean
  /** Masa's by default; undefined if nobody has said so. */
  ids?: 'own' | 'other' | undefined
  prices?: 'minor' | 'major'
  currency?: Currency
  encoding?: CsvEncoding
  columns?: Record<string, CsvColumn | null>
}

/** Plans the changes of a menu of one soup by a file. */
export async function planImport(csv: string | Uint8Array, given: Given = {}) {
  const { dishes = [soup], groups = [], takesUnknownIds = false, prices, currency = 'lei' } = given
  const names = new Map(dishes.map(({ category, categoryRo }) => [category, categoryRo]))
  const categories = [...names].map(([name, nameRo]) => ({ name, nameRo }))
  const menu = { dishes, groups, categories }
  const ids = 'ids' in given ? given.ids : 'own'
  const options = { takesUnknownIds, ids, prices, columns: given.columns ?? {}, encoding: given.encoding }
  const { rows, errors = [], asksPrices, encoding } = await fileSource(Buffer.from(csv), options, currency).read(menu)
  const plan = await planChange(menu, rows)
  return { ...plan, asksPrices, encoding, errors: [...errors, ...plan.errors] }
}

export const errorsOf = async (csv: string | Uint8Array) =>
  (await planImport(csv)).errors
    .map(({ line, column, messageKey }) => [line, column, messageKey].filter(Boolean).join(' '))
    .sort()

/** The changed cells of the soup. */
export const changesOf = async (csv: string | Uint8Array) =>
  (await planImport(csv)).outcome.changed.flatMap(({ changes }) =>
    changes.map((change) => `${change.column} ${change.new}`),
  )

export function importedDish(more: Partial<ImportedDish>): ImportedDish {
  const names = { name: 'Dish', nameRo: 'Fel', category: 'Mains', categoryRo: 'Feluri' }
  const dish = dishInputSchema.parse({ ...names, price: 2850 })
  return { ...dish, nameIsFallback: false, optionGroups: [], optionGroupIds: [], ...more }
}
