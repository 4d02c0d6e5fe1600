import * as z from 'zod/mini'
import { price as priceSchema } from '#shared/contracts/base/fields.ts'
import { type DishInput, TAGS_MAX } from '#shared/contracts/menu/menu-editing.ts'
import type { BulkChange } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { type NamedGroup, type RequestedDish, type RowError, type StoredDish, UNKNOWN_ID } from './dish-cells.ts'

type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percentages are rounded to four decimals. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * Adds an amount or a percentage to a price and rounds half up to a multiple (docs/product/menu.md#menu-bulk).
 * @param price minor units
 * @returns minor units; can be negative
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  const hundredPercent = BigInt(100 * PARTS_OF_A_PERCENT)
  const share = hundredPercent + BigInt(Math.round(percent * PARTS_OF_A_PERCENT))
  // Only integers, because floating-point fractions would round some halves down.
  return Number(roundHalfUp(BigInt(price + add) * share, hundredPercent * BigInt(roundTo))) * roundTo
}

/** The integer nearest to the quotient; a half is rounded up. */
function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}

/** A change of fields, which is undone as an import is. */
export type FieldChange = Exclude<BulkChange, { delete: true }>

/**
 * Converts a bulk change into requested dishes; `line` is the position of the id, from 1
 * (docs/product/menu.md#menu-bulk).
 */
export function requestBulkChange(
  ids: readonly number[],
  change: FieldChange,
  { dishes, groups }: { dishes: readonly StoredDish[]; groups: readonly NamedGroup[] },
): { requests: RequestedDish[]; errors: RowError[] } {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]))
  const requests: RequestedDish[] = []
  const errors: RowError[] = []
  const seenIds = new Set<number>()
  for (const [i, id] of ids.entries()) {
    // A repeated id is changed once: a price must not rise twice.
    if (seenIds.has(id)) continue
    seenIds.add(id)
    const line = i + 1
    const stored = byId.get(id)
    if (!stored) {
      errors.push({ line, column: 'id', messageKey: UNKNOWN_ID })
      continue
    }
    const dish = 'options' in change ? withGroups(stored, change.options, groups) : changed(stored, change)
    const error = dish ? errorOf(dish) : { column: 'optionGroups', messageKey: 'validation.optionGroup' }
    if (!dish || error) {
      errors.push({ line, ...(error as Omit<RowError, 'line'>) })
      continue
    }
    requests.push({ line, id, dish, categoryRo: undefined })
  }
  return { requests, errors }
}

type GroupsChange = Extract<FieldChange, { options: unknown }>['options']

/** The dish with other groups; undefined if one of them does not exist, or is a dish's own. */
function withGroups(dish: StoredDish, change: GroupsChange, groups: readonly NamedGroup[]): StoredDish | undefined {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const ids = new Map(groups.map(({ id, name }) => [name, id]))
  const { add = [], remove = [] } = change
  if ([...add, ...remove].some((id) => !names.has(id))) return undefined
  const before = dish.optionGroups.flatMap((name) => ids.get(name) ?? [])
  const optionGroupIds = changedList(before, change)
  return { ...dish, optionGroupIds, optionGroups: optionGroupIds.flatMap((id) => names.get(id) ?? []) }
}

function changed(dish: StoredDish, change: Exclude<FieldChange, { options: unknown }>): StoredDish {
  if ('price' in change) return { ...dish, price: changedPrice(dish.price, change.price) }
  if ('tags' in change) return { ...dish, tags: changedList(dish.tags, change.tags) }
  if ('isActive' in change || 'category' in change) return { ...dish, ...change }
  const { allergenCodes, checked = dish.allergensChecked } = change
  const codes = allergenCodes ? changedList(dish.allergenCodes, allergenCodes) : dish.allergenCodes
  return { ...dish, allergenCodes: inRegulationOrder(codes), allergensChecked: checked }
}

/** The entries that stay, then the added ones, each once. */
function changedList<Entry>(
  entries: readonly Entry[],
  { add = [], remove = [] }: { add?: readonly Entry[] | undefined; remove?: readonly Entry[] | undefined },
): Entry[] {
  return [...new Set([...entries.filter((entry) => !remove.includes(entry)), ...add])]
}

const inRegulationOrder = (codes: DishInput['allergenCodes']) => ALLERGEN_CODES.filter((code) => codes.includes(code))

function errorOf({ price, tags, optionGroups }: StoredDish): Omit<RowError, 'line'> | undefined {
  const messageKey = z.safeParse(priceSchema, price).error?.issues[0]?.message
  if (messageKey !== undefined) return { column: 'price', messageKey }
  if (tags.length > TAGS_MAX) return { column: 'tags', messageKey: `validation.atMostEntries ${TAGS_MAX}` }
  if (optionGroups.length <= MAX_DISH_GROUPS) return undefined
  return { column: 'optionGroups', messageKey: `validation.atMostEntries ${MAX_DISH_GROUPS}` }
}
