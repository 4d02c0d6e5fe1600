import { inTurns } from '#server/platform/limits/turns.ts'
import { CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { pick } from '#shared/domain/objects.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../find-category.ts'
import { formatCells } from './cells.ts'
import type { RowError } from './csv.ts'
import type { ImportedDish, NamedGroup, RequestedDish, StoredDish } from './rows.ts'

export interface StoredCategory extends CategoryNames {
  id: number
  isActive: boolean
}

/** The menu before a change: its dishes by id, its categories in display order, and the restaurant's groups of options. */
export interface StoredMenu {
  dishes: readonly StoredDish[]
  categories: readonly StoredCategory[]
  groups: readonly NamedGroup[]
}

/** The changes to write, and the summary of them that the owner sees. */
export interface Plan {
  outcome: Pick<MenuOutcome, 'added' | 'additions' | 'changed' | 'cleared' | 'left' | 'newCategories' | 'duplicates'>
  errors: RowError[]
  newCategories: CategoryNames[]
  /** Categories with a new Romanian name. */
  renamedCategories: StoredCategory[]
  newDishes: ImportedDish[]
  /** Each dish that changes in more than its category's Romanian name, before and after. */
  changedDishes: { before: StoredDish; after: StoredDish }[]
}

/** Calculates the changes that requests make: compares each dish's CSV cells before and after them. */
export async function planChange(
  { dishes, categories }: StoredMenu,
  requests: readonly RequestedDish[],
): Promise<Plan> {
  const names = await categoryNames(categories, requests)
  const renamedCategories = categories.flatMap((category) => {
    const nameRo = names.nameRoOf(category.name)
    return nameRo === category.nameRo ? [] : [{ ...category, nameRo }]
  })
  const renamed = new Set(renamedCategories.map(({ name }) => name))
  const plan: Plan = {
    outcome: { added: 0, additions: [], changed: [], cleared: 0, left: 0, newCategories: [], duplicates: 0 },
    ...{ errors: names.errors, newCategories: names.added, renamedCategories, newDishes: [], changedDishes: [] },
  }
  const { outcome } = plan
  outcome.newCategories = names.added.map(({ name }) => name)
  const requested = new Map(requests.flatMap(({ stored, dish }) => (stored ? [[stored.id, dish] as const] : [])))
  const isDuplicate = duplicateFinder()
  for await (const before of inTurns(dishes)) {
    isDuplicate(before)
    const dish = requested.get(before.id)
    const category = names.nameOf(dish?.category ?? before.category)
    if (!dish && !renamed.has(category)) outcome.left++
    else addChange(plan, before, { ...before, ...dish, category, categoryRo: names.nameRoOf(category) })
  }
  for await (const { line, stored, dish } of inTurns(requests)) {
    const category = names.nameOf(dish.category)
    if (isDuplicate({ ...dish, category }) && !stored) outcome.duplicates++
    if (stored) continue
    const categoryRo = names.nameRoOf(category)
    outcome.additions.push({ ...pick(dish, ['name', 'nameRo', 'price']), line, category, categoryRo })
    plan.newDishes.push({ ...dish, category })
  }
  outcome.added = plan.newDishes.length
  return plan
}

/** Returns a function that says whether a category already has a dish's name, on the menu or from an earlier call. */
function duplicateFinder() {
  const taken = new Set<string>()
  return ({ name, nameRo, category }: Pick<ImportedDish, 'name' | 'nameRo' | 'category'>) => {
    const keys = [name, nameRo].filter(Boolean).map((text) => `${category}\n${foldText(text)}`)
    const isTaken = keys.some((key) => taken.has(key))
    for (const key of keys) taken.add(key)
    return isTaken
  }
}

function addChange({ outcome, changedDishes }: Plan, before: StoredDish, after: StoredDish): void {
  const [oldCells, newCells] = [formatCells(before), formatCells(after)]
  const columns = CSV_COLUMNS.filter((column) => oldCells[column] !== newCells[column])
  if (columns.length === 0) {
    outcome.left++
    return
  }
  const changes = columns.map((column) => ({ column, old: oldCells[column], new: newCells[column] }))
  outcome.changed.push({ ...pick(before, ['id', 'name', 'nameRo']), changes })
  outcome.cleared += changes.filter((change) => change.new === '').length
  if (columns.some((column) => column !== 'categoryRo')) changedDishes.push({ before, after })
}

/**
 * Finds the category of each name; a new category is spelled as in its first row. A Romanian name in a row takes
 * precedence over an empty cell in another; if two rows give different names, the later one is an error.
 */
async function categoryNames(categories: readonly CategoryNames[], requests: readonly RequestedDish[]) {
  const finder = categoryFinder<CategoryNames>(categories)
  const added: CategoryNames[] = []
  const requestedNameRo = new Map<string, string>()
  const errors: RowError[] = []
  for await (const { line, dish, categoryRo } of inTurns(requests)) {
    let found = finder.find(dish.category)
    if (!found) {
      // In a menu without English names, the categories are in Romanian too.
      found = { name: dish.category, nameRo: categoryRo || (dish.nameIsFallback ? dish.category : '') }
      finder.add(found)
      added.push(found)
    }
    if (categoryRo === undefined) continue
    const earlier = requestedNameRo.get(found.name)
    if (!earlier) requestedNameRo.set(found.name, categoryRo)
    else if (categoryRo !== '' && categoryRo !== earlier)
      errors.push({ line, column: 'categoryRo', messageKey: `menuCsv.otherCategoryRo ${earlier}` })
  }
  const nameOf = (category: string) => finder.find(category)?.name ?? category
  const nameRoOf = (name: string) => requestedNameRo.get(name) ?? finder.find(name)?.nameRo ?? ''
  return { added: added.map(({ name }) => ({ name, nameRo: nameRoOf(name) })), errors, nameOf, nameRoOf }
}
