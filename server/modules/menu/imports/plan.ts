import type { DishInput } from '#shared/contracts/menu-editing.ts'
import type { MenuOutcome } from '#shared/contracts/menu-imports.ts'
import { type Cells, cellsOf, columnsThatDiffer, type KnownDish } from './requests/cells.ts'
import type { Fault } from './requests/fault.ts'

export interface KnownCategory {
  id: number
  name: string
  nameRo: string
}

/** The menu on which a change is worked out, in display order. */
export interface MenuBefore {
  dishes: readonly KnownDish[]
  categories: readonly KnownCategory[]
}

/** What a row, a line or a choice asks for. */
export interface RequestedDish {
  line: number
  /** Null for a new dish. */
  id: number | null
  dish: DishInput
  /** The Romanian name that it gives its category; undefined where it says nothing of it. */
  categoryRo: string | undefined
}

/** A change of the menu, worked out. */
export interface Plan {
  outcome: Pick<MenuOutcome, 'added' | 'additions' | 'changed' | 'cleared' | 'left'>
  faults: Fault[]
  /** To be appended, in this order. */
  newCategories: Omit<KnownCategory, 'id'>[]
  renamedCategories: Pick<KnownCategory, 'id' | 'nameRo'>[]
  newDishes: DishInput[]
  /** Those of which something changes that is their own, whole. */
  changedDishes: KnownDish[]
}

/** Works out what wishes do to a menu: what would be exported after it, beside what is exported before. */
export function planChange({ dishes, categories }: MenuBefore, wishes: readonly RequestedDish[]): Plan {
  const { names, faults } = categoryNames(categories, wishes)
  const nameRoOf = (category: string) => names.get(category) ?? ''
  const wished = new Map(wishes.flatMap(({ id, dish }) => (id === null ? [] : [[id, dish]])))
  const plan: Plan = {
    outcome: { added: 0, additions: [], changed: [], cleared: 0, left: 0 },
    faults,
    newCategories: [...names].slice(categories.length).map(([name, nameRo]) => ({ name, nameRo })),
    renamedCategories: categories.flatMap(({ id, name, nameRo }) =>
      nameRoOf(name) === nameRo ? [] : [{ id, nameRo: nameRoOf(name) }],
    ),
    newDishes: [],
    changedDishes: [],
  }
  for (const before of dishes) {
    const after = wished.get(before.id) ?? before
    noteChange(plan, before, { ...after, id: before.id, categoryRo: nameRoOf(after.category) })
  }
  for (const { line, id, dish } of wishes) {
    if (id !== null) continue
    const { name, category, price } = dish
    plan.outcome.additions.push({ line, name, category, price })
    plan.newDishes.push(dish)
  }
  plan.outcome.added = plan.newDishes.length
  return plan
}

function noteChange({ outcome, changedDishes }: Plan, before: KnownDish, after: KnownDish): void {
  const [old, now] = [cellsOf(before), cellsOf(after)]
  const columns = columnsThatDiffer(old, now)
  if (columns.length === 0) {
    outcome.left++
    return
  }
  const changes = columns.map((column) => ({ column, old: old[column], new: now[column] }))
  outcome.changed.push({ id: before.id, name: before.name, changes })
  outcome.cleared += changes.filter((change) => change.new === '').length
  if (columns.some((column) => column !== 'categoryRo')) changedDishes.push(after)
}

/**
 * The Romanian name of every category, the known ones first, then the new ones as they are first named. A name that is
 * given counts before an emptied one; of two, the later one is at fault.
 */
function categoryNames(categories: readonly KnownCategory[], wishes: readonly RequestedDish[]) {
  const names = new Map(categories.map(({ name, nameRo }) => [name, nameRo]))
  const given = new Map<string, string>()
  const faults: Fault[] = []
  for (const { line, dish, categoryRo } of wishes) {
    if (!names.has(dish.category)) names.set(dish.category, '')
    if (categoryRo === undefined) continue
    const earlier = given.get(dish.category)
    if (!earlier) given.set(dish.category, categoryRo)
    else if (categoryRo !== '' && categoryRo !== earlier) {
      faults.push({ line, column: 'categoryRo' satisfies keyof Cells, wording: `menuCsv.otherCategoryRo ${earlier}` })
    }
  }
  for (const [name, nameRo] of given) names.set(name, nameRo)
  return { names, faults }
}
