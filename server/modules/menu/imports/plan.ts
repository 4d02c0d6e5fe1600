import type { CsvColumn, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { pick } from '#shared/domain/objects.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../find-category.ts'
import {
  differingColumns,
  formatCells,
  type ImportedDish,
  type RequestedDish,
  type RowError,
  type StoredDish,
} from './headings.ts'

export interface StoredCategory extends CategoryNames {
  id: number
}

/** The menu before a change, in display order. */
export interface MenuBefore {
  dishes: readonly StoredDish[]
  categories: readonly StoredCategory[]
}

/** The changes to write, and the summary of them that the owner sees. */
interface Plan {
  outcome: Omit<MenuOutcome, 'message' | 'bad' | 'unknownIds' | 'menu' | 'asksPrices' | 'priceExamples' | 'headings'>
  errors: RowError[]
  newCategories: CategoryNames[]
  /** The names of all categories in their order afterwards: those without dishes follow the order of the requests. */
  categoryOrder: string[]
  renamedCategories: Pick<StoredCategory, 'id' | 'nameRo'>[]
  newDishes: ImportedDish[]
  /** All fields of each dish that changes in more than its category's Romanian name. */
  changedDishes: StoredDish[]
}

/** Calculates the changes that requests make: compares each dish's CSV cells before and after them. */
export function planChange({ dishes, categories }: MenuBefore, rawRequests: readonly RequestedDish[]): Plan {
  const requests = withKnownCategories(categories, rawRequests)
  const { nameRoByCategory, errors } = categoryNames(categories, requests)
  const newCategories = [...nameRoByCategory].slice(categories.length).map(([name, nameRo]) => ({ name, nameRo }))
  const nameRoOf = (category: string) => nameRoByCategory.get(category) ?? ''
  const requestedById = new Map(requests.flatMap(({ id, dish }) => (id === null ? [] : [[id, dish]])))
  const plan: Plan = {
    outcome: {
      added: 0,
      additions: [],
      changed: [],
      cleared: 0,
      left: 0,
      newCategories: newCategories.map(({ name }) => name),
      namesakes: 0,
    },
    errors,
    newCategories,
    categoryOrder: inListedOrder(
      categories.map(({ name }) => name),
      new Set(dishes.map(({ category }) => category)),
      [...new Set(requests.map(({ dish }) => dish.category))],
    ),
    renamedCategories: categories.flatMap(({ id, name, nameRo }) =>
      nameRoOf(name) === nameRo ? [] : [{ id, nameRo: nameRoOf(name) }],
    ),
    newDishes: [],
    changedDishes: [],
  }
  for (const before of dishes) {
    const after = requestedById.get(before.id) ?? before
    addChange(plan, before, { ...after, id: before.id, categoryRo: nameRoOf(after.category) })
  }
  const isNamesake = namesakeFinder(dishes)
  for (const { line, id, dish } of requests) {
    const again = isNamesake(dish)
    if (id !== null) continue
    plan.outcome.additions.push({
      ...pick(dish, ['name', 'nameRo', 'category', 'price']),
      line,
      categoryRo: nameRoOf(dish.category),
      description: dish.description || dish.descriptionRo,
      isNamesake: again,
    })
    plan.newDishes.push(dish)
  }
  plan.outcome.added = plan.newDishes.length
  plan.outcome.namesakes = plan.outcome.additions.filter((addition) => addition.isNamesake).length
  return plan
}

type Named = Pick<ImportedDish, 'name' | 'nameRo' | 'category'>

/** Returns a function that says whether a category has a dish's name, in either language, already: on the menu, or by an earlier call. */
function namesakeFinder(dishes: readonly Named[]): (dish: Named) => boolean {
  const taken = new Set<string>()
  const take = ({ name, nameRo, category }: Named) => {
    const keys = [name, nameRo].filter(Boolean).map((text) => `${category}\n${foldText(text)}`)
    const isTaken = keys.some((key) => taken.has(key))
    for (const key of keys) taken.add(key)
    return isTaken
  }
  for (const dish of dishes) take(dish)
  return take
}

/**
 * Puts the listed categories that are new or have no dishes in the order of the list, each behind the one before it. Where
 * the list begins with such a category, that one stays where it is or, if it is new, precedes the next one that exists.
 */
function inListedOrder(names: readonly string[], withDishes: ReadonlySet<string>, listed: readonly string[]): string[] {
  const order = [...names]
  for (const [i, name] of listed.entries()) {
    const previous = listed[i - 1]
    const present = order.indexOf(name)
    if (present >= 0 && (withDishes.has(name) || previous === undefined)) continue
    if (present >= 0) order.splice(present, 1)
    const next = order.findIndex((other) => listed.includes(other))
    if (previous !== undefined) order.splice(order.indexOf(previous) + 1, 0, name)
    else order.splice(next < 0 ? order.length : next, 0, name)
  }
  return order
}

function addChange({ outcome, changedDishes }: Plan, before: StoredDish, after: StoredDish): void {
  const [oldCells, newCells] = [formatCells(before), formatCells(after)]
  const columns = differingColumns(oldCells, newCells)
  if (columns.length === 0) {
    outcome.left++
    return
  }
  const changes = columns.map((column) => ({ column, old: oldCells[column], new: newCells[column] }))
  outcome.changed.push({ id: before.id, name: before.name, nameRo: before.nameRo, changes })
  outcome.cleared += changes.filter((change) => change.new === '').length
  if (columns.some((column) => column !== 'categoryRo')) changedDishes.push(after)
}

/** The requests with each category by its stored name, and new ones by the name of their first row. */
function withKnownCategories(
  categories: readonly StoredCategory[],
  requests: readonly RequestedDish[],
): RequestedDish[] {
  const known = categoryFinder<CategoryNames>(categories)
  return requests.map((request) => {
    const { category } = request.dish
    const found = known.find(category)
    if (!found) known.add({ name: category, nameRo: request.categoryRo ?? '' })
    return found && found.name !== category ? { ...request, dish: { ...request.dish, category: found.name } } : request
  })
}

/**
 * The Romanian name of every category by its name: first the stored categories, then new ones in the order of the rows.
 * A Romanian name in a row wins over an empty cell in another; if two rows give different names, the later is an
 * error.
 */
function categoryNames(categories: readonly StoredCategory[], requests: readonly RequestedDish[]) {
  const nameRoByCategory = new Map(categories.map(({ name, nameRo }) => [name, nameRo]))
  const requestedNameRo = new Map<string, string>()
  const errors: RowError[] = []
  for (const { line, dish, categoryRo } of requests) {
    // A menu without English names has its categories in Romanian too.
    if (!nameRoByCategory.has(dish.category))
      nameRoByCategory.set(dish.category, dish.nameIsFallback ? dish.category : '')
    if (categoryRo === undefined) continue
    const earlier = requestedNameRo.get(dish.category)
    if (!earlier) requestedNameRo.set(dish.category, categoryRo)
    else if (categoryRo !== '' && categoryRo !== earlier) {
      errors.push({
        line,
        column: 'categoryRo' satisfies CsvColumn,
        // A translation key, and after a space its value.
        messageKey: `menuCsv.otherCategoryRo ${earlier}`,
      })
    }
  }
  for (const [name, nameRo] of requestedNameRo) nameRoByCategory.set(name, nameRo)
  return { nameRoByCategory, errors }
}
