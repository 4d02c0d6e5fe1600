import * as z from 'zod/mini'
import { inTurns } from '#server/platform/limits/turns.ts'
import { price as priceSchema } from '#shared/contracts/base/fields.ts'
import { TAGS_MAX } from '#shared/contracts/menu/menu-editing.ts'
import type { BulkChange } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import type { RowError } from './csv.ts'
import type { StoredMenu } from './plan.ts'
import { type RequestedDish, type Requests, type StoredDish, UNKNOWN_ID } from './rows.ts'

type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percentages are rounded to four decimals. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * Adds an amount or a percentage to a price and rounds half up to a multiple (docs/product/menu.md#menu-bulk).
 * @param price minor units
 * @returns minor units; can be negative
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  // Integers are used, because floating-point fractions would round some halves down.
  const share = 100 * PARTS_OF_A_PERCENT + Math.round(percent * PARTS_OF_A_PERCENT)
  const multiple = 2 * 100 * PARTS_OF_A_PERCENT * roundTo
  const exact = 2 * (price + add) * share + multiple / 2
  return ((exact - (((exact % multiple) + multiple) % multiple)) / multiple) * roundTo
}

/** A change of fields, which can be undone like an import. */
export type FieldChange = Exclude<BulkChange, { delete: true }>

/** Changes dishes by their ids; `line` is the position of an id, from 1 (docs/product/menu.md#menu-bulk). */
export async function requestBulkChange(
  ids: readonly number[],
  change: FieldChange,
  { dishes, groups }: Pick<StoredMenu, 'dishes' | 'groups'>,
): Promise<Requests> {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  const { add = [], remove = [] } = 'options' in change ? change.options : {}
  // A group must exist, and must not be another dish's own.
  const isUnknown = [...add, ...remove].some((id) => !names.has(id))
  const groupError = isUnknown ? { column: 'optionGroups', messageKey: 'validation.optionGroup' } : undefined
  // A repeated id is changed once, so that a price does not rise twice.
  for await (const id of inTurns(new Set(ids))) {
    const line = ids.indexOf(id) + 1
    const stored = byId.get(id)
    const dish = stored && changed(stored, change, names)
    const error = dish ? (groupError ?? errorOf(dish)) : { column: 'id', messageKey: UNKNOWN_ID }
    if (dish && !error) requests.push({ line, stored, dish })
    else if (error) errors.push({ line, ...error })
  }
  return { requests, errors }
}

function changed(dish: StoredDish, change: FieldChange, names: ReadonlyMap<number, string>): StoredDish {
  if ('price' in change) return { ...dish, price: changedPrice(dish.price, change.price) }
  if ('tags' in change) return { ...dish, tags: changedList(dish.tags, change.tags) }
  if ('isActive' in change || 'category' in change) return { ...dish, ...change }
  if ('options' in change) {
    const optionGroupIds = changedList(dish.optionGroupIds, change.options)
    return { ...dish, optionGroupIds, optionGroups: optionGroupIds.flatMap((id) => names.get(id) ?? []) }
  }
  const { allergenCodes, checked = dish.allergensChecked } = change
  const codes = allergenCodes ? changedList(dish.allergenCodes, allergenCodes) : dish.allergenCodes
  return { ...dish, allergenCodes: ALLERGEN_CODES.filter((code) => codes.includes(code)), allergensChecked: checked }
}

/** Returns the remaining entries and then the added ones, each once. */
function changedList<Entry>(
  entries: readonly Entry[],
  { add = [], remove = [] }: { add?: readonly Entry[] | undefined; remove?: readonly Entry[] | undefined },
): Entry[] {
  return [...new Set([...entries.filter((entry) => !remove.includes(entry)), ...add])]
}

function errorOf({ price, tags, optionGroups }: StoredDish): Omit<RowError, 'line'> | undefined {
  const messageKey = z.safeParse(priceSchema, price).error?.issues[0]?.message
  if (messageKey !== undefined) return { column: 'price', messageKey }
  if (tags.length > TAGS_MAX) return { column: 'tags', messageKey: `validation.atMostEntries ${TAGS_MAX}` }
  if (optionGroups.length <= MAX_DISH_GROUPS) return undefined
  return { column: 'optionGroups', messageKey: `validation.atMostEntries ${MAX_DISH_GROUPS}` }
}
