import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { isRecord } from '#shared/domain/objects.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { stored } from '../../lib/browser/storage.ts'

/** The fields of a dish that the cart stores: enough to show it before the menu is loaded. */
export type CartDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price' | 'imageUrl' | 'tags'>
export type DishLine = CartLine<CartDish>

/** A stored line of the present form; undefined for anything else. Without zod, which the first view does not load. */
export function parseLine(value: unknown): DishLine | undefined {
  if (!isRecord(value) || !isRecord(value.dish)) return undefined
  const { quantity, notes } = value
  const { id, name, nameRo, price, imageUrl, tags } = value.dish
  const isValid =
    isWhole(quantity, 1, MAX_QUANTITY) &&
    (notes === undefined || (isText(notes) && notes.length <= MAX_LINE_NOTES)) &&
    isWhole(id) &&
    [name, nameRo, imageUrl].every(isText) &&
    isWhole(price, 0) &&
    Array.isArray(tags) &&
    tags.every(isText)
  return isValid ? ({ dish: { id, name, nameRo, price, imageUrl, tags }, quantity, notes } as DishLine) : undefined
}

/**
 * The valid lines of a stored cart. Each line is validated by itself, so that an invalid one does not affect the
 * others.
 */
export function parseStoredLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const dishIds = new Set<number>()
  return value.slice(0, MAX_LINES).flatMap((value: unknown) => {
    const line = parseLine(value)
    if (!line || dishIds.has(line.dish.id)) return []
    dishIds.add(line.dish.id)
    return [line]
  })
}

/** The cart's lines, stored in this browser for all its tabs. */
export const storedLines = stored('cart', 1, parseStoredLines)

interface StoredTable {
  tableId: number | null
  ofAddress: number | null
  key: string | null
}

/** The table, with the URL's table id it came from. Stored per tab: tomorrow's order must not go to today's table. */
export const storedTable = stored(
  'table',
  1,
  (value) => {
    if (!isRecord(value)) return undefined
    // Older versions of Masa stored no keys.
    const { tableId, ofAddress, key = null } = value
    const isValid = [tableId, ofAddress].every((id) => id === null || isWhole(id)) && (key === null || isText(key))
    return isValid ? ({ tableId, ofAddress, key } as StoredTable) : undefined
  },
  'tab',
)

export function cartDishOf({ id, name, nameRo, price, imageUrl, tags }: MenuItem): CartDish {
  return { id, name, nameRo, price, imageUrl, tags }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isWhole(value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max
}
