import * as z from 'zod/mini'
import { price as priceSchema } from '#shared/contracts/base/fields.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { CSV_MAX_ROWS } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import type { MenuBefore, RequestedDish } from '../plan.ts'
import type { StoredDish } from './cells.ts'
import { type PricedLine, readPriceList } from './price-list.ts'
import type { RowError } from './row-error.ts'

/**
 * Parses a pasted price list into requested dishes: a new price for each dish of the menu that it names, a new dish for
 * every other line (docs/product/menu.md#menu-price-list).
 */
export function parsePriceList(
  text: string,
  menu: MenuBefore,
  currency: Currency,
): { requests: RequestedDish[]; errors: RowError[] } {
  const { lines, errors } = readPriceList(text, currency)
  const tooMany = lines[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  const categoryOf = categoriesByName(menu)
  const dishesOf = dishesByName(menu)
  const seenKeys = new Set<string>()
  const requests: RequestedDish[] = []
  for (const line of lines.slice(0, CSV_MAX_ROWS)) {
    const category = line.category === undefined ? undefined : categoryOf(line.category)
    const [dish, another] = dishesOf(line.name, category?.name)
    const key = `${category?.name}\n${dish?.id ?? foldText(line.name)}`
    if (another) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.severalDishes' })
    else if (seenKeys.has(key)) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.dishTwice' })
    else if (dish) add(newPrice(line, dish))
    // Without a heading a line can only mean an existing dish.
    else if (!category) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.noHeading' })
    else add(newDish(line, category))
    seenKeys.add(key)
  }
  return { requests, errors }

  function add(result: RequestedDish | RowError): void {
    if ('messageKey' in result) errors.push(result)
    else requests.push(result)
  }
}

interface ListCategory {
  name: string
  nameRo: string
  isNew: boolean
}

function newPrice({ line, price }: PricedLine, dish: StoredDish): RequestedDish | RowError {
  const messageKey = z.safeParse(priceSchema, price).error?.issues[0]?.message
  if (messageKey !== undefined) return { line, column: 'price', messageKey }
  return { line, id: dish.id, dish: { ...dish, price }, categoryRo: undefined }
}

function newDish({ line, name, price }: PricedLine, category: ListCategory): RequestedDish | RowError {
  const names = { name, nameRo: name, category: category.name, categoryRo: category.nameRo || category.name }
  const parsed = z.safeParse(dishInputSchema, { ...names, price })
  if (parsed.success) {
    return { line, id: null, dish: parsed.data, categoryRo: category.isNew ? parsed.data.categoryRo : undefined }
  }
  const [issue] = parsed.error.issues
  return { line, column: String(issue?.path[0] ?? ''), messageKey: issue?.message ?? 'validation.wrong' }
}

/**
 * Returns a function that finds a category by either name, ignoring case and diacritics. An unknown heading becomes a
 * new category.
 */
function categoriesByName({ categories }: MenuBefore): (heading: string) => ListCategory {
  const categoryByFoldedName = new Map<string, ListCategory>()
  for (const { name, nameRo } of [...categories].reverse()) {
    for (const either of [nameRo, name])
      if (either) categoryByFoldedName.set(foldText(either), { name, nameRo, isNew: false })
  }
  return (heading) => {
    const category = categoryByFoldedName.get(foldText(heading)) ?? { name: heading, nameRo: heading, isNew: true }
    categoryByFoldedName.set(foldText(heading), category)
    return category
  }
}

/** Returns a function that finds dishes by a name in either language, in one category or in all. */
function dishesByName({ dishes }: MenuBefore): (name: string, category: string | undefined) => StoredDish[] {
  const dishesByFoldedName = new Map<string, StoredDish[]>()
  for (const dish of dishes) {
    for (const name of new Set([foldText(dish.name), foldText(dish.nameRo)])) {
      const namesakes = dishesByFoldedName.get(name)
      if (namesakes) namesakes.push(dish)
      else dishesByFoldedName.set(name, [dish])
    }
  }
  return (name, category) => {
    const named = dishesByFoldedName.get(foldText(name)) ?? []
    return category === undefined ? named : named.filter((dish) => dish.category === category)
  }
}
