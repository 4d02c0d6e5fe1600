import * as z from 'zod/mini'
import { inTurns } from '#server/platform/limits/concurrency.ts'
import { singleLine } from '#shared/contracts/base/fields.ts'
import { dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { namesAfter } from '#shared/domain/menu/published-dish.ts'
import { pick } from '#shared/domain/objects.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../categories.ts'
import { formatCells } from './columns.ts'
import type { RowError } from './csv.ts'
import type { ImportedDish, Row, StoredDish, StoredMenu } from './rows.ts'

/** The changes to write, and the summary of them that the owner sees. */
export interface Plan {
  outcome: Pick<MenuOutcome, 'added' | 'additions' | 'changed' | 'cleared' | 'left' | 'newCategories' | 'duplicates'>
  errors: RowError[]
  newCategories: CategoryNames[]
  /** Categories with a new Romanian name. */
  renamedCategories: CategoryNames[]
  newDishes: ImportedDish[]
  /** Each dish that changes in more than its category's Romanian name, before and after. */
  changedDishes: { before: StoredDish; after: StoredDish }[]
}

/** A category of the menu or of a row; `rowNameRo` is the Romanian name that rows give it. */
interface PlannedCategory extends CategoryNames {
  isNew?: boolean
  rowNameRo?: string
}

const nameRoOf = ({ rowNameRo, nameRo }: PlannedCategory) => rowNameRo ?? nameRo

/** Calculates the changes that rows make: compares each dish's CSV cells before and after them. */
export async function planChange({ dishes, groups, ...menu }: StoredMenu, rows: Iterable<Row>): Promise<Plan> {
  const categories: PlannedCategory[] = menu.categories.map(({ name, nameRo }) => ({ name, nameRo }))
  const finder = categoryFinder(categories)
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
  const changed = new Map<number, PlannedDish>()
  const added: PlannedDish[] = []
  const errors: RowError[] = []
  for await (const row of inTurns(rows)) {
    const { dish, issues } = readDish(row)
    errors.push(...row.errors, ...issues)
    if (!dish || row.errors.length > 0) continue
    dish.optionGroups = dish.optionGroupIds.flatMap((id) => groupNames.get(id) ?? [])
    const category = categoryOf(row, dish)
    if (!category) continue
    if (row.stored) changed.set(row.stored.id, { line: row.line, dish, category })
    else added.push({ line: row.line, dish, category })
  }

  const isRenamed = (category: PlannedCategory) => !category.isNew && nameRoOf(category) !== category.nameRo
  const named = (which: (category: PlannedCategory) => boolean | undefined) =>
    categories.filter(which).map((category) => ({ name: category.name, nameRo: nameRoOf(category) }))
  const newCategories = named(({ isNew }) => isNew)
  const plan: Plan = {
    outcome: { added: added.length, additions: [], changed: [], cleared: 0, left: 0, newCategories: [], duplicates: 0 },
    ...{ errors, newCategories, renamedCategories: named(isRenamed), newDishes: [], changedDishes: [] },
  }
  const { outcome } = plan
  outcome.newCategories = newCategories.map(({ name }) => name)
  const isDuplicate = duplicateFinder()
  for await (const before of inTurns(dishes)) {
    const { dish = before, category = finder.find(before.category) } = changed.get(before.id) ?? {}
    isDuplicate({ ...dish, category: category?.name ?? before.category })
    if (category && (dish !== before || isRenamed(category)))
      addChange(plan, before, { ...before, ...dish, category: category.name, categoryRo: nameRoOf(category) })
    else outcome.left++
  }
  for await (const { line, dish, category } of inTurns(added)) {
    const after = { ...dish, category: category.name, categoryRo: nameRoOf(category) }
    if (isDuplicate(after)) outcome.duplicates++
    outcome.additions.push({ line, ...pick(after, ['name', 'nameRo', 'price', 'category', 'categoryRo']) })
    plan.newDishes.push(after)
  }
  return plan

  /**
   * Finds the category of a row; a new one is spelled as in its first row. A Romanian name takes precedence over an
   * empty cell of another row; if two rows give different names, the later one is an error and has none.
   */
  function categoryOf({ line, stored, input }: Row, { category, categoryRo, nameIsFallback }: ImportedDish) {
    // A moved dish may still have the Romanian name of its old category.
    const isOfOld = category !== stored?.category && (categoryRo === '' || categoryRo === stored?.categoryRo)
    const nameRo = input.categoryRo === undefined || isOfOld ? undefined : categoryRo
    let found = finder.find(category)
    if (!found) {
      // In a menu without English names, the categories are in Romanian too.
      found = { name: category, nameRo: nameRo || (nameIsFallback ? category : ''), isNew: true }
      finder.add(found)
      categories.push(found)
    }
    if (nameRo !== undefined && !found.rowNameRo) found.rowNameRo = nameRo
    else if (nameRo && nameRo !== found.rowNameRo) {
      errors.push({ line, column: 'categoryRo', messageKey: `menuCsv.otherCategoryRo ${found.rowNameRo}` })
      return undefined
    }
    return found
  }
}

interface PlannedDish {
  line: number
  dish: ImportedDish
  category: PlannedCategory
}

/** The Romanian names are required in the form but optional in an import, because a menu may be in one language. */
const romanianNames = { nameRo: singleLine(REQUIRED_TEXTS.nameRo), categoryRo: singleLine(REQUIRED_TEXTS.categoryRo) }
const newRowSchema = z.extend(dishInputSchema, {
  nameRo: z._default(romanianNames.nameRo, ''),
  categoryRo: z._default(romanianNames.categoryRo, ''),
})
const changedRowSchema = z.extend(dishChangeSchema, z.partial(z.object(romanianNames)).shape)

/**
 * Validates the fields of a row as in the dish's form. A new dish without an English name takes the Romanian one.
 * @returns the dish, or the first issue of each column that has no error yet
 */
function readDish({ line, stored, input, errors }: Row): { dish?: ImportedDish; issues: RowError[] } {
  const nameIsFallback = !stored && !input.name && Boolean(input.nameRo)
  const parsed = stored
    ? z.safeParse(changedRowSchema, input)
    : z.safeParse(newRowSchema, nameIsFallback ? { ...input, name: input.nameRo } : input)
  if (parsed.success) {
    const before = stored ?? { nameIsFallback, optionGroups: [], optionGroupIds: [] }
    const names = stored && namesAfter(stored, parsed.data)
    return { dish: { ...before, ...parsed.data, ...names } as ImportedDish, issues: [] }
  }
  const columns = new Set(errors.map(({ column }) => column))
  const issues = parsed.error.issues.flatMap(({ path: [field, nutrient], message }) => {
    const column = field === 'nutritionalValues' ? nutrient : field === 'optionGroupIds' ? 'optionGroups' : field
    if (columns.has(String(column))) return []
    columns.add(String(column))
    return [{ line, column: String(column), messageKey: message }]
  })
  // The id of a row says which dish it is, so that without it no other cell can be checked.
  return { issues: columns.has('id') ? [] : issues }
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
