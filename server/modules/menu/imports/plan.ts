import type { CsvColumn, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { TagKey } from '#shared/domain/menu/filter.ts'
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

/*
 * Recognizes alcohol by common words, so that an owner who imports a menu is asked (docs/product/menu.md#menu-adults).
 * The words are folded; a dish made with alcohol is not meant.
 */

const BEER = 'beers?|bere|beri|lager|ales?|stout|ipa|pils(?:ner|ener)?|halba'
const OTHERS = [
  'wines?|vin|vinuri|vinul|prosecco|champagne|sampanie|spumant|cava|sangria|vermouth|vermut|cidru|ciders?',
  'whiske?y|bourbon|scotch|vodka|votca|vodca|gin|rum|rom|tequila|mezcal|brandy|cognac|coniac|vinars',
  'tuica|palinca|rachiu|horinca|visinata|afinata|lichior(?:uri)?|liqueurs?|liquor|grappa|absinth?|ouzo|jagermeister',
  'cocktails?|cocteil(?:uri)?|spritz|aperol|campari|martini|mojito|negroni|daiquiri|caipirinha',
  'alcool|alcoolic[ae]?|alcoolice|alcohol|alcoholic|spirits|spirtoase|tarii',
].join('|')

const BEFORE = String.raw`(?:^|[^\p{L}\p{N}])`
const AFTER = String.raw`(?![\p{L}\p{N}])`
/** Not “sos de vin”, “cu bere”, “in wine sauce”, “beer batter”. */
const MADE_WITH = new RegExp(
  String.raw`${BEFORE}(?:(?:cu|in|au|with|sos de|sosul de|otet de|aluat de|glazed)\s+(?:${BEER}|${OTHERS})|(?:${BEER}|${OTHERS})\s+(?:sauce|batter|battered|vinegar|marinade|glaze))${AFTER}`,
  'gu',
)
const WITHOUT = new RegExp(
  String.raw`${BEFORE}(?:fara alcool|nealcoolic\p{L}*|non[ -]?alcoholic|alcohol[ -]?free|virgin|ginger beer|root beer)${AFTER}`,
  'u',
)
const IS_BEER = new RegExp(`${BEFORE}(?:${BEER})${AFTER}`, 'u')
const IS_OTHER = new RegExp(`${BEFORE}(?:${OTHERS})${AFTER}`, 'u')

/** The tags that mark a dish as 18+. */
type AdultTag = Extract<TagKey, 'alcohol' | 'beer'>

/**
 * The tag that a dish probably lacks, by its names and its category's; undefined if they name no alcohol or the dish is
 * marked already. The contract has limited the texts.
 */
export function missingAdultTag(dish: {
  name: string
  nameRo: string
  category: string
  tags: readonly string[]
}): AdultTag | undefined {
  if (dish.tags.includes('alcohol') || dish.tags.includes('beer')) return undefined
  const names = [dish.name, dish.nameRo].map(foldText)
  if (names.some((name) => WITHOUT.test(name))) return undefined
  return [...names, foldText(dish.category)].map(tagOf).find((tag) => tag !== undefined)
}

function tagOf(text: string): AdultTag | undefined {
  if (WITHOUT.test(text)) return undefined
  const drink = text.replace(MADE_WITH, ' ')
  if (IS_BEER.test(drink)) return 'beer'
  return IS_OTHER.test(drink) ? 'alcohol' : undefined
}

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
  outcome: Omit<MenuOutcome, 'message' | 'bad' | 'unknownIds' | 'menu' | 'asksPrices' | 'priceExamples' | 'namesakes'>
  errors: RowError[]
  newCategories: CategoryNames[]
  /** The names of all categories in their order afterwards: those without dishes follow the order of the requests. */
  categoryOrder: string[]
  renamedCategories: Pick<StoredCategory, 'id' | 'nameRo'>[]
  newDishes: ImportedDish[]
  /** All fields of each dish that changes in more than its category's Romanian name. */
  changedDishes: StoredDish[]
}

/**
 * Calculates the changes that requests make: compares each dish's CSV cells before and after them.
 * @param adultsOnly the lines of new dishes that are marked as 18+, if they name alcohol
 */
export function planChange(
  { dishes, categories }: MenuBefore,
  rawRequests: readonly RequestedDish[],
  adultsOnly: ReadonlySet<number> = new Set(),
): Plan {
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
      oddPrices: oddPrices(dishes, requests),
      adultsOnly: [],
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
  for (const { line, id, dish } of requests) {
    if (id !== null) continue
    const { name, nameRo, price } = dish
    const adultTag = missingAdultTag(dish)
    if (adultTag) plan.outcome.adultsOnly.push({ line, name, nameRo })
    const sizes = dish.ownGroup?.options.map((option) => ({ name: option.nameRo, price: price + option.price }))
    plan.outcome.additions.push({
      ...pick(dish, ['name', 'nameRo', 'category', 'price']),
      line,
      categoryRo: nameRoOf(dish.category),
      description: dish.description || dish.descriptionRo,
      ...(sizes && { sizes }),
    })
    plan.newDishes.push(adultTag && adultsOnly.has(line) ? { ...dish, tags: [...dish.tags, adultTag] } : dish)
  }
  plan.outcome.added = plan.newDishes.length
  return plan
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

/** In minor units. */
const LOW_PRICE = 100
const HIGH_PRICE = 100_000

/** The prices that the requests set and that are probably mistakes (docs/product/menu.md#menu-csv-prices). */
function oddPrices(dishes: readonly StoredDish[], requests: readonly RequestedDish[]): MenuOutcome['oddPrices'] {
  const prices = new Map(dishes.map(({ id, price }) => [id, price]))
  return requests.flatMap(({ line, id, dish: { name, nameRo, price } }) => {
    const old = id === null ? undefined : prices.get(id)
    const reason = old === price ? undefined : oddReason(price, old)
    return reason ? [{ line, name, nameRo, price, ...(old !== undefined && { old }), reason }] : []
  })
}

function oddReason(price: number, old = 0): MenuOutcome['oddPrices'][number]['reason'] | undefined {
  if (price < LOW_PRICE) return 'low'
  if (price > HIGH_PRICE) return 'high'
  return old > 0 && Math.abs(price - old) * 2 > old ? 'changed' : undefined
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
