import * as z from 'zod/mini'
import { type DishChange, dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { CSV_MAX_ROWS } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../../categories/find-category.ts'
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
  const categories = categoryFinder<CategoryNames>(menu.categories)
  const dishesOf = dishesByName(menu)
  const seenKeys = new Set<string>()
  const requests: RequestedDish[] = []
  for (const line of lines.slice(0, CSV_MAX_ROWS)) {
    const category = line.category === undefined ? undefined : categoryUnder(line.category)
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

  /** The category that a heading names; an unknown one is new, with this name in both languages. */
  function categoryUnder(heading: string): CategoryNames {
    const found = categories.find(heading)
    if (found) return found
    const category = { name: heading, nameRo: heading }
    categories.add(category)
    return category
  }

  function add(result: RequestedDish | RowError): void {
    if ('messageKey' in result) errors.push(result)
    else requests.push(result)
  }
}

function newPrice(line: PricedLine, dish: StoredDish): RequestedDish | RowError {
  const parsed = z.safeParse(dishChangeSchema, { price: line.price, ...descriptionsOf(line, dish) })
  if (!parsed.success) return rowError(line, parsed.error)
  const change: DishChange = parsed.data
  return { line: line.line, id: dish.id, dish: { ...dish, ...change } as StoredDish, categoryRo: undefined }
}

function newDish(line: PricedLine, { name: category, nameRo: categoryRo }: CategoryNames): RequestedDish | RowError {
  // The Romanian name of an existing category may be missing, and stays so.
  const names = { name: line.name, nameRo: line.name, category, categoryRo: categoryRo || category }
  const parsed = z.safeParse(dishInputSchema, { ...names, price: line.price, ...descriptionsOf(line, names) })
  if (!parsed.success) return rowError(line, parsed.error)
  return { line: line.line, id: null, dish: { ...parsed.data, nameIsFallback: true }, categoryRo: undefined }
}

/** The description in each language in which the line names the dish. */
function descriptionsOf({ name, description }: PricedLine, dish: Pick<StoredDish, 'name' | 'nameRo'>) {
  if (description === '') return {}
  const isNamed = (dishName: string) => foldText(dishName) === foldText(name)
  return {
    ...(isNamed(dish.name) && { description }),
    ...(isNamed(dish.nameRo) && { descriptionRo: description }),
  }
}

function rowError({ line }: PricedLine, { issues: [issue] }: z.core.$ZodError): RowError {
  return { line, column: String(issue?.path[0] ?? ''), messageKey: issue?.message ?? 'validation.wrong' }
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
