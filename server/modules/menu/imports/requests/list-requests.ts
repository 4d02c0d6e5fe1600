import * as z from 'zod/mini'
import { price as priceSchema } from '#shared/contracts/fields.ts'
import { dishInputSchema } from '#shared/contracts/menu-editing.ts'
import { CSV_MAX_ROWS } from '#shared/contracts/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import type { MenuBefore, RequestedDish } from '../plan.ts'
import type { KnownDish } from './cells.ts'
import type { Fault } from './fault.ts'
import { type PricedLine, readPriceList } from './price-list.ts'

/**
 * What a pasted price list asks for: new prices of the dishes that it names, and a new dish for each other line
 * (docs/product.md#menu-price-list).
 */
export function parsePriceList(
  text: string,
  menu: MenuBefore,
  currency: Currency,
): { wishes: RequestedDish[]; faults: Fault[] } {
  const { lines, faults } = readPriceList(text, currency)
  const tooMany = lines[CSV_MAX_ROWS]
  if (tooMany) faults.push({ line: tooMany.line, column: '', wording: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  const categoryOf = categoriesByName(menu)
  const dishesOf = dishesByName(menu)
  const seen = new Set<string>()
  const wishes: RequestedDish[] = []
  for (const line of lines.slice(0, CSV_MAX_ROWS)) {
    const category = line.category === undefined ? undefined : categoryOf(line.category)
    const [dish, another] = dishesOf(line.name, category?.name)
    const key = `${category?.name}\n${dish?.id ?? foldText(line.name)}`
    if (another) faults.push({ line: line.line, column: '', wording: 'menuCsv.severalDishes' })
    else if (seen.has(key)) faults.push({ line: line.line, column: '', wording: 'menuCsv.dishTwice' })
    else if (dish) take(newPrice(line, dish))
    // Without a heading a line can only mean a dish that is there.
    else if (!category) faults.push({ line: line.line, column: '', wording: 'menuCsv.noHeading' })
    else take(newDish(line, category))
    seen.add(key)
  }
  return { wishes, faults }

  function take(taken: RequestedDish | Fault): void {
    if ('wording' in taken) faults.push(taken)
    else wishes.push(taken)
  }
}

interface Named {
  name: string
  nameRo: string
  isNew: boolean
}

function newPrice({ line, price }: PricedLine, dish: KnownDish): RequestedDish | Fault {
  const wording = z.safeParse(priceSchema, price).error?.issues[0]?.message
  if (wording !== undefined) return { line, column: 'price', wording }
  return { line, id: dish.id, dish: { ...dish, price }, categoryRo: undefined }
}

function newDish({ line, name, price }: PricedLine, category: Named): RequestedDish | Fault {
  const names = { name, nameRo: name, category: category.name, categoryRo: category.nameRo || category.name }
  const judged = z.safeParse(dishInputSchema, { ...names, price })
  if (judged.success) {
    return { line, id: null, dish: judged.data, categoryRo: category.isNew ? judged.data.categoryRo : undefined }
  }
  const [issue] = judged.error.issues
  return { line, column: String(issue?.path[0] ?? ''), wording: issue?.message ?? 'validation.wrong' }
}

/** Finds a category by either of its names, whatever case and diacritics; what it does not find is new from then on. */
function categoriesByName({ categories }: MenuBefore): (heading: string) => Named {
  const known = new Map<string, Named>()
  for (const { name, nameRo } of [...categories].reverse()) {
    for (const either of [nameRo, name]) if (either) known.set(foldText(either), { name, nameRo, isNew: false })
  }
  return (heading) => {
    const category = known.get(foldText(heading)) ?? { name: heading, nameRo: heading, isNew: true }
    known.set(foldText(heading), category)
    return category
  }
}

/** Finds the dishes with a name, in either language, in a category or anywhere. */
function dishesByName({ dishes }: MenuBefore): (name: string, category: string | undefined) => KnownDish[] {
  const known = new Map<string, KnownDish[]>()
  for (const dish of dishes) {
    for (const name of new Set([foldText(dish.name), foldText(dish.nameRo)])) {
      const namesakes = known.get(name)
      if (namesakes) namesakes.push(dish)
      else known.set(name, [dish])
    }
  }
  return (name, category) => {
    const named = known.get(foldText(name)) ?? []
    return category === undefined ? named : named.filter((dish) => dish.category === category)
  }
}
